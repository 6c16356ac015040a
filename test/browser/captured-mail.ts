import type { z } from 'zod';
import { sendEmail } from '../../contract/send.ts';
import { Deliverer } from '../../server/delivery/deliver-queued-emails.ts';
import { createDkimSigner } from '../../server/delivery/dkim/signer.ts';
import { createSigningKeys } from '../../server/delivery/signing-keys.ts';
import { createCaptureTransport } from '../../server/delivery/transports/capture.ts';
import { aProject, type TestProject, type World } from '../world.ts';

export type SentMail = z.input<typeof sendEmail.request>['body'];

export interface Sender extends TestProject {
  domain: string;
}

/** A project that may send from a domain of its own. */
export async function aSender(): Promise<Sender> {
  const domain = `${crypto.randomUUID()}.test`;
  return { ...(await aProject({ verifiedDomain: domain })), domain };
}

export interface Inbox {
  /** Sends the mails, one after the other, and delivers them into the inbox; answers their ids. */
  capture(sender: Sender, mails: SentMail[]): Promise<string[]>;
  /** Delivers what others have sent. */
  deliver(): Promise<void>;
  close(): Promise<void>;
}

/** The delivery loop with the capture transport, as a server without settings runs it. */
export function anInbox({ ctx }: World): Inbox {
  const signer = createDkimSigner({ threads: 1 });
  const deliverer = new Deliverer(ctx, {
    transport: createCaptureTransport(ctx.db),
    signingKeys: createSigningKeys(ctx, signer),
  });
  return {
    capture: async ({ call, domain }, mails) => {
      const ids: string[] = [];
      for (const mail of mails) {
        const body = { from: { name: 'Acme Shop', email: `shop@${domain}` }, tracking: false, ...mail };
        const { data } = await call(sendEmail, { body });
        ids.push(...data.emails.map(({ email }) => email));
      }
      await deliverer.deliverDue();
      return ids;
    },
    deliver: async () => {
      await deliverer.deliverDue();
    },
    close: async () => {
      await deliverer.stop();
      await signer.close();
    },
  };
}
