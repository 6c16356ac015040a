import { sendSystemMail } from '../delivery/send-system-mail.ts';
import type { BaseCtx } from '../platform/context.ts';

/** Where the dashboard takes the token of a mailed link. */
const linkTo = ({ config }: BaseCtx, page: string, token: string): string =>
  `${config.publicUrl}/app/${page}?token=${token}`;

// What people have typed goes in as a variable: it is escaped, and never read as a template.
export const mailVerification = (ctx: BaseCtx, to: string, token: string): Promise<void> =>
  sendSystemMail(ctx, {
    to: [to],
    subject: 'Confirm your e-mail address',
    html: `<p>Please confirm that this is your address:</p>
<p><a href="{{link}}">Confirm my address</a></p>
<p>The link works once, for one hour. If you did not sign up, ignore this mail.</p>`,
    variables: { link: linkTo(ctx, 'auth/verify-email', token) },
  });

export const mailPasswordReset = (ctx: BaseCtx, to: string, token: string): Promise<void> =>
  sendSystemMail(ctx, {
    to: [to],
    subject: 'Set a new password',
    html: `<p>Somebody, probably you, wants to set a new password for this account:</p>
<p><a href="{{link}}">Set a new password</a></p>
<p>The link works once, for one hour. If it was not you, ignore this mail: nothing has changed.</p>`,
    variables: { link: linkTo(ctx, 'auth/reset-password', token) },
  });

export const mailPasswordChanged = (ctx: BaseCtx, to: string): Promise<void> =>
  sendSystemMail(ctx, {
    to: [to],
    subject: 'Your password was changed',
    html: `<p>The password of your account was changed, and every other session was signed out.</p>
<p>If it was not you, <a href="{{link}}">set a new one</a> now.</p>`,
    variables: { link: `${ctx.config.publicUrl}/app/auth/forgot-password` },
  });

export const mailInvitation = (
  ctx: BaseCtx,
  to: string,
  { token, project, by }: { token: string; project: string; by: string },
): Promise<void> =>
  sendSystemMail(ctx, {
    to: [to],
    subject: 'Join {{project}}',
    html: `<p>{{by}} invites you to the project <strong>{{project}}</strong>.</p>
<p><a href="{{link}}">Accept the invitation</a></p>
<p>The link works for 7 days. If you do not know what this is about, ignore this mail.</p>`,
    variables: { link: linkTo(ctx, 'accept-invitation', token), project, by },
  });
