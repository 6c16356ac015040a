import { sendSystemMail } from '../delivery/send-system-mail.ts';
import type { Ctx } from '../platform/context.ts';
import { listMemberAddresses } from '../projects/member-addresses.ts';
import { getProject } from '../projects/project.ts';

const billingPage = (ctx: Ctx): string => `${ctx.config.publicUrl}/app/settings/billing`;

export async function tellPaymentFailed(ctx: Ctx, { name }: { name: string }, invoiceUrl?: string): Promise<void> {
  await tell(ctx, {
    subject: `The payment for ${name} failed`,
    html: `<p>The last invoice of <strong>{{ project }}</strong> could not be paid, so the project cannot send until it is. Queued mail waits.</p><p><a href="{{ url }}">{{ url }}</a></p>`,
    variables: { project: name, url: invoiceUrl ?? billingPage(ctx) },
  });
}

interface NearCap {
  category: string;
  limit: number;
  usage: number;
}

/** Job: once a month and cap. */
export async function tellCapNear(ctx: Ctx, { category, limit, usage }: NearCap): Promise<void> {
  const { name } = await getProject(ctx);
  await tell(ctx, {
    subject: `${name} has used ${Math.floor((usage / limit) * 100)} % of its emails for this month`,
    html: `<p><strong>{{ project }}</strong> has queued {{ usage }} of {{ limit }} emails ({{ kind }}) in this month. When the limit is reached, no more are accepted until the next month begins or the limit is raised.</p><p><a href="{{ url }}">{{ url }}</a></p>`,
    variables: {
      project: name,
      usage,
      limit,
      kind: category === 'total' ? 'all kinds together, free of charge' : category,
      url: billingPage(ctx),
    },
  });
}

async function tell(ctx: Ctx, mail: { subject: string; html: string; variables: Record<string, unknown> }) {
  const to = await listMemberAddresses(ctx);
  if (to.length > 0) await sendSystemMail(ctx, { to, ...mail });
}
