import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getContact, listContacts } from '../../contract/contacts.ts';
import { getEmail, listEmails } from '../../contract/emails.ts';
import { createTemplate } from '../../contract/templates.ts';
import { aRelay, type Relay } from '../../test/relay.ts';
import { aProject, type TestProject, theWorld } from '../../test/world.ts';

let acme: TestProject;
let relay: Relay;
beforeAll(async () => {
  relay = await aRelay(await theWorld());
});
afterAll(() => relay.close());
beforeEach(async () => {
  acme = await aProject({ verifiedDomain: 'acme.test' });
});

const basics = { to: 'ada@example.com', from: 'hello@acme.test', subject: 'Hi', body: '<p>Hello</p>' };
const send = (body: object, headers: Record<string, string> = {}) =>
  acme.request('POST', '/v1/send', { body: { ...basics, ...body }, headers });
const template = (fields: object = {}) =>
  acme.call(createTemplate, {
    body: {
      name: 'T',
      subject: 'Template for {{name}}',
      body: '<p>T {{name}}</p>',
      from: 'hello@acme.test',
      type: 'TRANSACTIONAL',
      ...fields,
    },
  });
const sendTo = async (email: string, body: object) => {
  const answer = await send({ to: email, ...body });
  await relay.settle();
  return { ...answer, mail: (await relay.mailTo(email)).at(-1) };
};
const note = { filename: 'note.txt', content: 'aGk=', contentType: 'text/plain' };
let n = 0;
const fresh = () => `person${n++}@example.com`;

describe('POST /v1/send', () => {
  it('answers one entry per recipient, and the mail arrives', async () => {
    const email = fresh();
    const { status, body, mail } = await sendTo(email.toUpperCase(), {
      subject: 'Hi {{name}}',
      body: '<p>Hello {{name}}</p>',
      data: { name: 'Ada' },
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      data: {
        emails: [{ contact: { id: expect.any(String), email }, email: expect.any(String) }],
        timestamp: expect.stringMatching(/Z$/),
      },
    });
    const [arrived] = await relay.mailTo(email);
    expect(mail ?? arrived).toMatchObject({ subject: 'Hi Ada', from: { address: 'hello@acme.test', name: 'Acme' } });
    expect(arrived?.html).toContain('Hello Ada');
    expect(arrived?.text).toContain('Hello Ada');
  });

  it.each([
    ['an address', 'a1@example.com', ['a1@example.com']],
    ['an object', { name: 'Ada', email: 'a2@example.com' }, ['a2@example.com']],
    [
      'a list of both',
      ['a3@example.com', { email: 'a4@example.com', name: 'Bo' }],
      ['a3@example.com', 'a4@example.com'],
    ],
    ['the same address twice', ['a5@example.com', 'a5@example.com'], ['a5@example.com', 'a5@example.com']],
  ])('takes %s as the recipient', async (_, to, emails) => {
    const { body } = await send({ to });
    expect(body.data.emails.map((each: { contact: { email: string } }) => each.contact.email)).toEqual(emails);
    expect(new Set(body.data.emails.map((each: { email: string }) => each.email)).size).toBe(emails.length);
  });

  it('keeps the name of a recipient as contact data and writes it into To', async () => {
    const email = fresh();
    const { body } = await send({ to: { name: 'Ada Lovelace', email } });
    await relay.settle();
    expect((await acme.call(getContact, { params: { id: body.data.emails[0].contact.id } })).data).toEqual({
      name: 'Ada Lovelace',
    });
    expect((await relay.mailTo(email))[0]?.to).toEqual([{ name: 'Ada Lovelace', address: email }]);
  });

  it('creates contacts unsubscribed, and keeps the state of known ones', async () => {
    const [one, two] = [fresh(), fresh()];
    await acme.contact(two, { subscribed: true });
    await send({ to: [one, two] });
    const { data } = await acme.call(listContacts, { query: { sort: 'email', dir: 'asc' } });
    expect(data.map(({ subscribed }) => subscribed)).toEqual([false, true]);
  });

  it('uses values of this request over stored ones, without storing the transient ones', async () => {
    const email = fresh();
    await acme.contact(email, { data: { plan: 'free', city: 'Bern' } });
    const { mail } = await sendTo(email, {
      body: '{{plan}}/{{city}}/{{code}}/{{data.plan}}/{{plunk_email}}',
      data: { plan: { value: 'pro', persistent: false }, city: '', code: 7, email: 'spoofed@example.com' },
    });
    expect(mail?.html).toContain(`pro//7/pro/${email}`);
    const { data } = await acme.call(listContacts, { query: { search: email } });
    expect(data[0]?.data).toEqual({ plan: 'free', city: 'Bern', code: 7 });
  });

  it('escapes variables in the body, not in the subject', async () => {
    const { mail } = await sendTo(fresh(), {
      subject: 'A {{x}}',
      body: '<p>{{x}}|{{x | raw}}</p>',
      data: { x: '<b>&' },
    });
    expect(mail?.subject).toBe('A <b>&');
    expect(mail?.html).toContain('&lt;b&gt;&amp;|<b>&');
  });

  it('cannot be made to inject a header through a variable', async () => {
    const { mail } = await sendTo(fresh(), { subject: 'A {{x}}', data: { x: 'x\r\nBcc: eve@example.com' } });
    expect(mail?.headers.some(({ key }) => key === 'bcc')).toBe(false);
  });

  it('sends a template, and fields of the request win over it', async () => {
    const { id } = await template({ fromName: 'Template', replyTo: 'reply@acme.test' });
    const base = { from: undefined, subject: undefined, body: undefined, template: id, data: { name: 'Ada' } };
    const first = await sendTo(fresh(), base);
    expect(first.mail).toMatchObject({
      subject: 'Template for Ada',
      from: { name: 'Template' },
      replyTo: [{ address: 'reply@acme.test' }],
    });
    const second = await sendTo(fresh(), {
      ...base,
      subject: 'Other',
      reply: 'else@acme.test',
      from: { name: 'Me', email: 'me@acme.test' },
    });
    expect(second.mail).toMatchObject({
      subject: 'Other',
      from: { name: 'Me', address: 'me@acme.test' },
      replyTo: [{ address: 'else@acme.test' }],
    });
    expect(second.mail?.html).toContain('T Ada');
  });

  it('answers 404 to a template that is not of this project', async () => {
    const other = await aProject({ verifiedDomain: 'other.test' });
    const foreign = await other.call(createTemplate, {
      body: { name: 'T', subject: 's', body: 'b', from: 'a@other.test' },
    });
    for (const id of [foreign.id, '0199a000-0000-7000-8000-000000000000']) {
      const { status, body } = await send({ template: id });
      expect([status, body.error.code, body.error.details]).toEqual([
        404,
        'TEMPLATE_NOT_FOUND',
        { resource: 'Template', id },
      ]);
    }
  });

  it('refuses a marketing template for someone who is not subscribed, and leaves nothing behind', async () => {
    const { id } = await template({ type: 'MARKETING' });
    const { status, body } = await send({ to: ['first@example.com', 'second@example.com'], template: id });
    expect([status, body.error.code]).toEqual([400, 'BAD_REQUEST']);
    expect((await acme.call(listContacts, { query: {} })).total).toBe(0);
    expect((await acme.call(listEmails, { query: {} })).total).toBe(0);
  });

  it('sends a marketing template to a subscriber with footer and one-click unsubscribe', async () => {
    const { id } = await template({ type: 'MARKETING' });
    const { mail } = await sendTo(fresh(), { template: id, subscribed: true });
    const header = (name: string) => mail?.headers.find(({ key }) => key === name)?.value;
    expect(header('list-unsubscribe')).toMatch(/^<http.*\/unsubscribe\/.*>$/);
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(header('precedence')).toBe('bulk');
    expect(mail?.html).toContain('/unsubscribe/');
  });

  it.each([
    ['an unknown domain', 'me@unknown.test'],
    ['a subdomain of a verified one', 'me@sub.acme.test'],
  ])('refuses %s as the sender with 403', async (_, from) => {
    const { status, body } = await send({ from });
    expect([status, body.error.code]).toEqual([403, 'INTERNAL_SERVER_ERROR']);
  });

  it('needs a sender', async () => {
    const { status, body } = await send({ from: undefined });
    expect(status).toBe(422);
    expect(body.error.errors).toMatchObject([{ field: 'from', code: 'required' }]);
  });

  it.each([
    [
      'no recipient',
      { to: undefined },
      { field: 'to', code: 'invalid_type', message: 'Required', received: 'undefined' },
    ],
    ['a bad recipient', { to: 'nope' }, { field: 'to', code: 'invalid_string', message: 'Invalid email' }],
    ['a bad recipient in a list', { to: ['a@b.co', 'nope'] }, { field: 'to.1', code: 'invalid_string' }],
    ['a bad recipient object', { to: { email: 'nope' } }, { field: 'to.email', code: 'invalid_string' }],
    ['an empty list', { to: [] }, { field: 'to', code: 'too_small' }],
    ['a number as recipient', { to: 7 }, { field: 'to' }],
    ['no content', { subject: undefined, body: undefined }, { field: 'template', code: 'custom' }],
    ['a subject without body', { body: undefined }, { field: 'template', code: 'custom' }],
    ['an empty subject', { subject: '' }, { field: 'subject', code: 'too_small' }],
    ['a subject of 999 characters', { subject: 'x'.repeat(999) }, { field: 'subject', code: 'too_big' }],
    ['a subject with a line break', { subject: 'a\nb' }, { field: 'subject', code: 'invalid_string' }],
    [
      'a template that is no uuid',
      { template: 'x' },
      { field: 'template', code: 'invalid_string', message: 'Invalid uuid' },
    ],
    ['a bad sender', { from: 'nope' }, { field: 'from', code: 'invalid_string' }],
    [
      'a sender name with a line break',
      { from: { name: 'a\r\nb', email: 'a@acme.test' } },
      { field: 'from.name', code: 'invalid_string' },
    ],
    ['a bad reply address', { reply: 'nope' }, { field: 'reply', code: 'invalid_string' }],
    [
      'a header value with a line break',
      { headers: { 'X-A': 'a\r\nb' } },
      { field: 'headers.X-A', code: 'invalid_string' },
    ],
    [
      'a header value of 999 characters',
      { headers: { 'X-A': 'x'.repeat(999) } },
      { field: 'headers.X-A', code: 'too_big' },
    ],
    ['subscribed as text', { subscribed: 'yes' }, { field: 'subscribed', code: 'invalid_type' }],
    ['data as a list', { data: [] }, { field: 'data', code: 'invalid_type' }],
  ])('answers 422 to %s', async (_, fields, error) => {
    const { status, body } = await send(fields);
    expect(status).toBe(422);
    expect(body.error).toMatchObject({ code: 'VALIDATION_ERROR', errors: [error] });
  });

  it.each([
    ['with a line break', 'X-A\r\nBcc', 'invalid_string'],
    ['that is empty', '', 'too_small'],
  ])('refuses a header name %s', async (_, name, code) => {
    const { status, body } = await send({ headers: { [name]: 'x' } });
    expect(status).toBe(422);
    expect(body.error.errors).toMatchObject([{ field: `headers.${name}`, code }]);
  });

  it('says what to do about every kind of validation error', async () => {
    for (const fields of [{ to: 'nope' }, { from: undefined }, { attachments: Array(11).fill(note) }]) {
      const { body } = await send(fields);
      expect(body.error).toMatchObject({ code: 'VALIDATION_ERROR', suggestion: expect.any(String) });
    }
  });

  it('takes data: null for no data', async () => {
    expect((await send({ data: null })).status).toBe(200);
  });

  it('fills variables into the values of custom headers, for each recipient, with no way to add a header', async () => {
    const headers = { 'X-Order': 'No. {{ order }} of {{ email }}', 'list-unsubscribe': '<{{ unsubscribeUrl }}>' };
    const data = { order: { value: '7\r\nBcc: eve@example.com', persistent: false } };
    const to = [fresh(), fresh()];
    await send({ to, headers, data });
    await relay.settle();
    for (const email of to) {
      const lines = new Map((await relay.mailTo(email))[0]?.headers.map(({ key, value }) => [key, value]));
      expect(lines.get('x-order')).toBe(`No. 7Bcc: eve@example.com of ${email}`);
      expect(lines.get('list-unsubscribe')).toMatch(/^<http\S+\/unsubscribe\/[\w-]+>$/);
      expect([lines.has('bcc'), lines.has('list-unsubscribe-post')]).toEqual([false, false]);
    }
  });

  it('lets a Reply-To header say where answers go, unless the request or its template does', async () => {
    const headers = { 'reply-to': 'Help <help@acme.test>' };
    const { mail } = await sendTo(fresh(), { headers });
    expect(mail?.replyTo).toEqual([{ name: 'Help', address: 'help@acme.test' }]);
    const both = await sendTo(fresh(), { headers, reply: 'sales@acme.test' });
    expect(both.mail?.replyTo).toEqual([{ name: '', address: 'sales@acme.test' }]);
  });

  it('sends custom headers, but none that the structure of a mail depends on', async () => {
    const { mail } = await sendTo(fresh(), {
      headers: { 'X-Campaign': 'spring', Subject: 'spoofed', Bcc: 'eve@example.com', 'Content-Type': 'text/plain' },
    });
    expect(mail?.subject).toBe('Hi');
    expect(mail?.headers.find(({ key }) => key === 'x-campaign')?.value).toBe('spring');
    expect(mail?.headers.some(({ key }) => key === 'bcc')).toBe(false);
    expect(mail?.html).toContain('Hello');
  });

  it('uses the deprecated name only when from has none', async () => {
    expect((await sendTo(fresh(), { name: 'Old' })).mail?.from).toMatchObject({ name: 'Old' });
    expect(
      (await sendTo(fresh(), { name: 'Old', from: { name: 'New', email: 'a@acme.test' } })).mail?.from,
    ).toMatchObject({ name: 'New' });
  });

  it('delivers attachments and inline images byte for byte', async () => {
    const bytes = Buffer.from(Array.from({ length: 1000 }, (_, i) => i % 256));
    const { mail } = await sendTo(fresh(), {
      body: '<img src="cid:logo">',
      attachments: [
        { filename: 'Übersicht €.pdf', content: bytes.toString('base64'), contentType: 'application/pdf' },
        {
          filename: 'logo.png',
          content: bytes.toString('base64'),
          contentType: 'image/png',
          contentId: 'logo',
          disposition: 'inline',
        },
      ],
    });
    expect(mail?.attachments.map(({ filename, disposition }) => ({ filename, disposition }))).toEqual(
      expect.arrayContaining([
        { filename: 'Übersicht €.pdf', disposition: 'attachment' },
        { filename: 'logo.png', disposition: 'inline' },
      ]),
    );
    for (const attachment of mail?.attachments ?? [])
      expect(Buffer.from(attachment.content as ArrayBuffer)).toEqual(bytes);
  });

  it.each([
    ['more than ten attachments', Array.from({ length: 11 }, () => ({})), { field: 'attachments', code: 'too_big' }],
    [
      'an inline attachment without contentId',
      [{ disposition: 'inline' }],
      { field: 'attachments.0.contentId', code: 'custom' },
    ],
    ['a file name with a quote', [{ filename: 'a"b' }], { field: 'attachments.0.filename', code: 'invalid_string' }],
    ['more than 10 MB', [{ content: 'A'.repeat(14 * 1024 * 1024) }], { field: 'attachments', code: 'custom' }],
  ])('answers 422 to %s', async (_, attachments, error) => {
    const whole = attachments.map((each) => ({
      filename: 'a.txt',
      content: 'aGk=',
      contentType: 'text/plain',
      ...each,
    }));
    const { status, body } = await send({ attachments: whole });
    expect(status).toBe(422);
    expect(body.error.errors).toMatchObject([error]);
  });

  it('tells what is wrong with the request before it looks at template and sender', async () => {
    const { status } = await send({
      from: 'me@unverified.test',
      template: crypto.randomUUID(),
      attachments: Array(11).fill(note),
    });
    expect(status).toBe(422);
  });

  it('keeps what was queued, whatever becomes of the template', async () => {
    const email = fresh();
    const { id } = await template();
    await send({
      to: email,
      template: id,
      from: undefined,
      subject: undefined,
      body: undefined,
      data: { name: 'Ada' },
    });
    await acme.request('PATCH', `/templates/${id}`, { body: { subject: 'Changed' } });
    await relay.settle();
    expect((await relay.mailTo(email))[0]?.subject).toBe('Template for Ada');
  });

  it('sends once under one idempotency key', async () => {
    const key = { 'idempotency-key': 'order-42' };
    expect((await send({}, key)).status).toBe(200);
    const { status, body } = await send({}, key);
    expect([status, body.error.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
    expect(body.error.details).toMatchObject({
      key: 'order-42',
      originalRequest: 'POST /v1/send',
      originalStatusCode: 200,
    });
    expect((await acme.call(listEmails, { query: {} })).total).toBe(1);
  });

  it('shows the email in the ledger with its rendered body', async () => {
    const email = fresh();
    const { body } = await send({ to: email, subject: 'Hi {{name}}', body: '<p>{{name}}</p>', data: { name: 'Ada' } });
    const id = body.data.emails[0].email;
    expect(await acme.call(getEmail, { params: { id } })).toMatchObject({
      id,
      status: 'QUEUED',
      subject: 'Hi Ada',
      sourceType: 'TRANSACTIONAL',
      attempts: 0,
      sentAt: null,
    });
    await relay.settle();
    const sent = await acme.call(getEmail, { params: { id } });
    expect(sent).toMatchObject({ status: 'SENT', attempts: 1, contact: { email }, from: 'hello@acme.test' });
    expect(sent.body).toContain('<p>Ada</p>');
    expect(sent.messageId).toContain(id);
    expect(sent.response).toMatch(/^250/);
  });

  it('serves concurrent requests alike: each gets its own answer, and one that is refused is refused alone', async () => {
    const { id: marketing } = await template({ type: 'MARKETING' });
    const same = fresh();
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, (_, n) => send({ ...basics, to: fresh(), subject: `Mail ${n % 3}` })),
      send({ template: marketing, to: fresh() }),
      send({ ...basics, to: [same, fresh()], subject: 'Twice', data: { n: 1 } }),
      send({ ...basics, to: same, subject: 'Twice', data: { n: 2 } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([...Array(8).fill(200), 400, 200, 200]);
    const accepted = answers.filter(({ status }) => status === 200).flatMap(({ body }) => body.data.emails);
    expect(new Set(accepted.map(({ email }) => email)).size).toBe(11);
    for (const { contact, email } of accepted) {
      expect(await acme.call(getEmail, { params: { id: email } })).toMatchObject({ contact });
    }
    expect((await acme.call(listEmails, { query: {} })).total).toBe(11);
  });

  it('needs a secret key', async () => {
    const { status, body } = await acme.request('POST', '/v1/send', { key: 'public', body: basics });
    expect([status, body.error.code]).toEqual([401, 'INVALID_API_KEY']);
    expect(body.error.message).toContain('secret');
  });
});
