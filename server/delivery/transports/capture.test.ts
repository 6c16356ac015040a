import { describe, expect, it } from 'vitest';
import { anEmail } from '../../../test/an-email.ts';
import { aMessage } from '../../../test/smtp-client.ts';
import { aProject, type TestProject } from '../../../test/world.ts';
import { uuidV7 } from '../../platform/uuid.ts';
import { createCaptureTransport } from './capture.ts';

const captured = (project: TestProject) =>
  project.ctx.db
    .selectFrom('captured_messages')
    .select(['email_id', 'envelope_from', 'envelope_to', 'raw'])
    .where('project_id', '=', project.id)
    .orderBy('email_id')
    .execute();

describe('the capture transport', () => {
  it('keeps every message as it is', async () => {
    const acme = await aProject();
    const transport = createCaptureTransport(acme.ctx.db);
    const emails = await Promise.all([1, 2, 3].map((i) => anEmail(acme, { to: `u${i}@example.com` })));
    const messages = emails.map(({ id, contact }, i) =>
      aMessage({ projectId: acme.id, emailId: id, envelopeTo: contact.email, raw: Buffer.from([0, 255, i]) }),
    );
    const outcomes = await Promise.all(messages.map((message) => transport.send(message)));
    expect(outcomes.map(({ result }) => result)).toEqual(['accepted', 'accepted', 'accepted']);
    const rows = messages.map(({ emailId, envelopeFrom, envelopeTo, raw }) => ({
      email_id: emailId,
      envelope_from: envelopeFrom,
      envelope_to: envelopeTo,
      raw,
    }));
    expect(await captured(acme)).toEqual(rows.sort((a, b) => (a.email_id < b.email_id ? -1 : 1)));
  });

  it('keeps the last message of an email that is sent again', async () => {
    const acme = await aProject();
    const transport = createCaptureTransport(acme.ctx.db);
    const { id } = await anEmail(acme);
    for (const text of ['first', 'second']) {
      await transport.send(aMessage({ projectId: acme.id, emailId: id, raw: Buffer.from(text) }));
    }
    expect((await captured(acme)).map(({ raw }) => raw.toString())).toEqual(['second']);
  });

  it('refuses what belongs to no email, and keeps what is beside it', async () => {
    const acme = await aProject();
    const transport = createCaptureTransport(acme.ctx.db);
    const { id } = await anEmail(acme);
    const outcomes = await Promise.all(
      [uuidV7(new Date()), id].map((emailId) => transport.send(aMessage({ projectId: acme.id, emailId }))),
    );
    expect(outcomes.map(({ result }) => result)).toEqual(['rejected', 'accepted']);
    expect(await captured(acme)).toHaveLength(1);
  });
});
