import { expect, it } from 'vitest';
import { previewTemplate } from '../../contract/templates.ts';
import { aProject } from '../../test/world.ts';

it('renders a draft for a contact as it would be sent, footer included', async () => {
  const acme = await aProject();
  const { id } = await acme.contact('ada@example.com', { data: { name: 'Ada <3' } });
  const draft = { subject: 'Hi {{name}}', body: '<p>Hello {{name}} of {{city ?? "somewhere"}}</p>', contactId: id };
  const { subject, html, text, problems } = await acme.call(previewTemplate, { body: draft });
  expect(subject).toBe('Hi Ada <3');
  expect(html).toContain('Hello Ada &lt;3 of somewhere');
  expect(html).toContain('/unsubscribe/');
  expect(text).toContain('Hello Ada <3 of somewhere');
  expect(problems).toEqual([]);
  const plain = await acme.call(previewTemplate, {
    body: { ...draft, type: 'TRANSACTIONAL', data: { city: 'Paris' } },
  });
  expect(plain.html).toContain('of Paris');
  expect(plain.html).not.toContain('/unsubscribe/');
});

it('says where a draft is wrong and still shows what can be shown', async () => {
  const acme = await aProject();
  const body = '<p>Hello</p>\n{% if %}';
  const { html, problems } = await acme.call(previewTemplate, { body: { subject: 'Hi', body } });
  expect(html).toContain('Hello');
  expect(problems).toMatchObject([{ field: 'body', line: 2 }]);
});

it("does not render another project's contact", async () => {
  const [acme, other] = [await aProject(), await aProject()];
  const { id } = await other.contact('theirs@example.com');
  const { status } = await acme.request('POST', '/templates/preview', {
    body: { subject: 'x', body: '{{email}}', contactId: id },
  });
  expect(status).toBe(404);
});
