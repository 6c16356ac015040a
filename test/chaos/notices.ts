import { setTimeout as delay } from 'node:timers/promises';
import type { Deployment } from './deployment.ts';
import { shuffled } from './faults.ts';
import { post } from './load.ts';

type Kind = 'Delivery' | 'Bounce' | 'Complaint';
/** What the provider has to say about one email: always that it arrived, of some that it was refused or unwanted. */
const STORIES: Kind[][] = [['Delivery'], ['Delivery'], ['Delivery', 'Bounce'], ['Delivery', 'Complaint']];

export interface Notices {
  /** Every email that notices were sent about, with the state it must end in. */
  expected: Map<string, 'DELIVERED' | 'BOUNCED' | 'COMPLAINED'>;
  /** Notices posted, with repetitions. */
  posted(): number;
  stop(): Promise<void>;
}

const AT_ONCE = 10;

/** Tells the APIs about campaign mail that was sent: each notice twice, in any order, again until it is taken. */
export function startNotices(deployment: Deployment, random: () => number): Notices {
  const expected: Notices['expected'] = new Map();
  let isStopping = false;
  let posted = 0;

  const tell = async (notice: unknown): Promise<void> => {
    for (;;) {
      const url = deployment.urls[Math.floor(random() * deployment.urls.length)] as string;
      posted++;
      const answer = await post(`${url}/webhooks/sns`, { body: notice });
      if (answer && answer.status < 500) return;
      await delay(300);
    }
  };

  const tellAbout = async ({ id, message_id }: { id: string; message_id: string }): Promise<void> => {
    const story = STORIES[Math.floor(random() * STORIES.length)] as Kind[];
    expected.set(id, story.includes('Bounce') ? 'BOUNCED' : story.includes('Complaint') ? 'COMPLAINED' : 'DELIVERED');
    const notices = story.map((kind) => deployment.sns.notification(eventOf(kind, message_id)));
    await Promise.all(shuffled([...notices, ...notices], random).map(tell));
  };

  const run = async (): Promise<void> => {
    while (!isStopping) {
      const sent = await sentEmails(deployment).catch(() => []);
      const fresh = sent.filter(({ id }) => !expected.has(id)).slice(0, AT_ONCE);
      await Promise.all(fresh.map(tellAbout));
      await delay(500);
    }
  };
  const running = run();
  return {
    expected,
    posted: () => posted,
    stop: async () => {
      isStopping = true;
      await running;
    },
  };
}

const eventOf = (kind: Kind, messageId: string) => ({
  eventType: kind,
  mail: { messageId },
  [kind.toLowerCase()]: {
    timestamp: new Date().toISOString(),
    ...(kind === 'Bounce' ? { bounceType: 'Permanent', bouncedRecipients: [{ diagnosticCode: '550 no' }] } : {}),
  },
});

async function sentEmails({ ctx }: Deployment): Promise<{ id: string; message_id: string }[]> {
  const rows = await ctx.db
    .selectFrom('emails')
    .select(['id', 'message_id'])
    .where('project_id', '=', ctx.projectId)
    .where('campaign_id', 'is not', null)
    .where('status', '=', 'SENT')
    .where('message_id', 'is not', null)
    .limit(100)
    .execute();
  return rows as { id: string; message_id: string }[];
}
