import { sendSystemMail } from '../delivery/send-system-mail.ts';
import { announceDomainLost, announceDomainVerified, type DomainNotice } from '../domains/announce-domain-change.ts';
import { type Ctx, transaction } from '../platform/context.ts';

interface AboutDomain {
  domainId: string;
}

/** The members are told that their domain works. */
export const tellDomainVerified = (ctx: Ctx, args: AboutDomain): Promise<void> =>
  tell(
    ctx,
    (ctx) => announceDomainVerified(ctx, args),
    ({ domain }) => ({
      subject: `${domain} is verified`,
      html: `<p>The DNS records of <strong>${domain}</strong> are in place. You can send from any address at this domain.</p>`,
    }),
  );

/** The members are told that mail from their domain is refused until they mend its records. */
export const tellDomainLost = (ctx: Ctx, args: AboutDomain): Promise<void> =>
  tell(
    ctx,
    (ctx) => announceDomainLost(ctx, args),
    ({ domain }) => ({
      subject: `${domain} has lost its DNS records`,
      html: `<p>The DNS records that prove that you own <strong>${domain}</strong> are no longer there. Nothing can be sent from this domain until they are back.</p><p>Open Domains in the dashboard to see which record is missing: <a href="{{dashboard}}">{{dashboard}}</a></p>`,
    }),
  );

/** Whom to tell and the mail to them commit together: nobody is told twice, nobody is forgotten. */
function tell(
  ctx: Ctx,
  announce: (ctx: Ctx) => Promise<DomainNotice | undefined>,
  write: (notice: DomainNotice) => { subject: string; html: string },
): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const notice = await announce(ctx);
    if (!notice || notice.recipients.length === 0) return;
    const { subject, html } = write(notice);
    const dashboard = `${ctx.config.publicUrl}/app/domains`;
    await sendSystemMail(ctx, { to: notice.recipients, subject, html: html.replaceAll('{{dashboard}}', dashboard) });
  });
}
