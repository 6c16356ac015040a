import { beforeAll, expect, it } from 'vitest';
import { createTemplate, templateUsage } from '../../contract/templates.ts';
import { anEmail } from '../../test/an-email.ts';
import { aProject, type TestProject } from '../../test/world.ts';

let acme: TestProject;
beforeAll(async () => {
  acme = await aProject({ verifiedDomain: 'usage.test' });
});

const aTemplate = () =>
  acme.call(createTemplate, { body: { name: 'x', subject: 'x', body: 'x', from: 'a@usage.test' } });

async function anEmailWith(templateId: string, options: Parameters<typeof anEmail>[1] = {}) {
  const email = await anEmail(acme, options);
  const { db } = acme.world.ctx;
  await db.updateTable('emails').set({ template_id: templateId }).where('id', '=', email.id).execute();
  return email;
}

it('a new template is used nowhere', async () => {
  const { id } = await aTemplate();
  expect(await acme.call(templateUsage, { params: { id } })).toEqual({
    workflowSteps: 0,
    emailsSent: 0,
    campaigns: 0,
    references: { campaigns: [], workflowSteps: [] },
  });
});

it('counts the emails that left with the template or are on their way, and no others', async () => {
  const [template, another] = [await aTemplate(), await aTemplate()];
  await anEmailWith(template.id, { to: 'a@x.test' });
  await anEmailWith(template.id, { to: 'b@x.test', status: 'QUEUED' });
  await anEmailWith(template.id, { to: 'c@x.test', status: 'FAILED' });
  await anEmailWith(template.id, { to: 'd@x.test', status: 'SUPPRESSED' });
  await anEmailWith(another.id, { to: 'e@x.test' });
  expect((await acme.call(templateUsage, { params: { id: template.id } })).emailsSent).toBe(2);
});

it('emails stay when their template is deleted', async () => {
  const template = await aTemplate();
  const email = await anEmailWith(template.id, { to: 'f@x.test' });
  expect((await acme.request('DELETE', `/templates/${template.id}`)).status).toBe(204);
  expect((await email.row()).status).toBe('SENT');
});
