import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getWorkflow } from '../../contract/workflows.ts';
import { days } from '../../server/platform/clock.ts';
import { uuidV7 } from '../../server/platform/uuid.ts';
import { aTemplate, aWorkflow } from '../a-workflow.ts';
import { dashboardStory, eventually, expectNoProblems } from '../browser/dashboard-story.ts';
import { aRelay, type Relay } from '../relay.ts';
import { aProject, type TestProject, theWorld } from '../world.ts';

const { visit } = dashboardStory();
let relay: Relay;

beforeAll(async () => {
  relay = await aRelay(await theWorld());
});
afterAll(() => relay.close());

const step = (page: Page, truth: string | RegExp) => page.getByRole('group').getByRole('button', { name: truth });

/** Clicks a + of the graph and chooses what comes there. */
async function add(page: Page, plus: string, kind: string): Promise<void> {
  await page.getByRole('button', { name: plus, exact: true }).click();
  await page.getByRole('menuitem', { name: kind }).click();
  await page.getByRole('complementary', { name: kind }).waitFor();
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save' }).click();
  await eventually(() => page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
}

async function choose(page: Page, { what, text }: { what: string; text: string }): Promise<void> {
  await page.getByRole('combobox', { name: new RegExp(`^${what}`) }).click();
  await page.getByPlaceholder('Type to search').fill(text);
  await page.getByRole('option', { name: text }).first().click();
}

async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  await from.hover();
  await page.mouse.down();
  const end = await to.boundingBox();
  if (!end) throw new Error('There is nowhere to drag it');
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 10 });
  await page.mouse.up();
}

/** A long line of waits; by hand, as 600 calls would take longer than all the rest. */
async function manySteps(acme: TestProject, workflow: Awaited<ReturnType<typeof aWorkflow>>, count: number) {
  const { db, clock, projectId } = acme.ctx;
  const now = clock.now();
  const of = { project_id: projectId, workflow_id: workflow.id, created_at: now, updated_at: now };
  const ids = Array.from({ length: count }, () => uuidV7(now));
  const steps = ids.map((id, at) => ({
    ...of,
    id,
    type: 'DELAY' as const,
    name: `Step ${at + 1}`,
    config: { amount: at + 1, unit: 'minutes' },
    position: { x: 0, y: 0 },
  }));
  const ways = ids.map((id, at) => ({
    ...of,
    id: uuidV7(now),
    from_step_id: ids[at - 1] ?? workflow.stepId('trigger'),
    to_step_id: id,
  }));
  await db.insertInto('workflow_steps').values(steps).execute();
  await db.insertInto('workflow_transitions').values(ways).execute();
}

describe('a workflow', () => {
  it('is built by mouse, enabled, run, and tells what happened', async () => {
    const acme = await aProject({ verifiedDomain: 'workflows.test' });
    const from = 'hello@workflows.test';
    await aTemplate(acme, { from, subject: 'Welcome aboard' });
    await aTemplate(acme, { from, subject: 'For professionals' });
    await acme.contact('ada@example.com', { data: { plan: 'pro' } });
    const visited = await visit('/app/workflows', { as: acme });
    const { page } = visited;

    await page.getByRole('button', { name: 'New workflow' }).first().click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Welcome series');
    await choose(page, { what: 'Event', text: 'signed_up' });
    await page.getByRole('button', { name: 'Create' }).click();
    await step(page, /When “signed_up” happens/).waitFor();

    await add(page, 'Add a step after Trigger: signed_up', 'Send email');
    await choose(page, { what: 'Template', text: 'Welcome aboard' });
    await save(page);
    await step(page, /Send “Welcome aboard”/).waitFor();

    await add(page, 'Add a step after Send email', 'Condition');
    await choose(page, { what: 'Field', text: 'plan' });
    await page.getByRole('textbox', { name: 'Value of the field' }).fill('pro');
    await save(page);
    await step(page, /If plan is pro/).waitFor();

    await add(page, 'Insert a step between Send email and Condition', 'Delay');
    await page.getByRole('spinbutton', { name: 'Wait for' }).fill('2');
    await save(page);
    await step(page, /Wait 2 days/).waitFor();

    await add(page, 'Add a step after Condition: yes', 'Send email');
    await choose(page, { what: 'Template', text: 'For professionals' });
    await save(page);
    await add(page, 'Add a step after Condition: no', 'Exit');
    await page.getByRole('textbox', { name: 'Reason' }).fill('not a professional');
    await save(page);
    await step(page, /Exit: not a professional/).waitFor();
    await expectNoProblems(visited);

    await page.getByRole('switch', { name: 'Welcome series enabled' }).click();
    await page.getByText('Enabled', { exact: true }).waitFor();
    await acme.track('ada@example.com', 'signed_up');
    await relay.settle();
    await page.getByText('1 here').waitFor();
    (await theWorld()).clock.advance(days(2));
    await relay.settle();
    expect((await relay.mailTo('ada@example.com')).map(({ subject }) => subject)).toEqual([
      'Welcome aboard',
      'For professionals',
    ]);

    await page.getByRole('tab', { name: 'Executions' }).click();
    await page.getByRole('table', { name: 'Executions' }).getByText('ada@example.com').click();
    const story = page.getByRole('dialog').getByRole('list', { name: 'What happened' });
    await story.getByText('plan is pro → yes').waitFor();
    await story.getByText('Sent “For professionals” to ada@example.com').waitFor();
    expect(await story.getByRole('listitem').count()).toBe(5);
    await expectNoProblems(visited);
  });

  it('shows what is wrong with it, is walked through by a simulated contact, and a step deleted by key comes back', async () => {
    const acme = await aProject();
    await acme.contact('grace@example.com', { data: { plan: 'free' } });
    const { id } = await aWorkflow(acme, {
      steps: {
        pause: { type: 'DELAY', config: { amount: 3, unit: 'hours' } },
        'pro?': { type: 'CONDITION', config: { field: 'data.plan', operator: 'equals', value: 'pro' } },
        bye: { type: 'EXIT', config: { reason: 'done' }, branch: 'no' },
        mail: { type: 'SEND_EMAIL', after: 'pro?', branch: 'yes' },
      },
    });
    const visited = await visit(`/app/workflows/${id}`, { as: acme, colorScheme: 'dark' });
    const { page } = visited;
    await page.getByRole('button', { name: '1 problem', exact: true }).click();
    await page.getByRole('button', { name: 'Step “mail” has no template' }).click();
    await page.getByRole('complementary', { name: 'Send email' }).waitFor();

    await page.getByRole('button', { name: 'Simulate with…' }).click();
    await choose(page, { what: 'Contact', text: 'grace@example.com' });
    await page.getByRole('button', { name: 'Simulate', exact: true }).click();
    const result = page.getByRole('region', { name: 'What would happen' });
    await result.getByText('Exited').waitFor();
    await result.getByText('→ no').waitFor();
    await expectNoProblems(visited);
    await page.getByRole('complementary').getByRole('button', { name: 'Close' }).click();

    await step(page, /Wait 3 hours/).focus();
    await page.keyboard.press('Delete');
    await eventually(() => step(page, /Wait 3 hours/).count()).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await step(page, /Wait 3 hours/).waitFor();
    const { transitions } = await acme.call(getWorkflow, { params: { id } });
    expect(transitions).toHaveLength(4);
  });

  it('has a form for every kind of step, which keeps what was typed when another step is chosen', async () => {
    const acme = await aProject();
    const { id } = await aWorkflow(acme, {
      enabled: false,
      steps: {
        wait: { type: 'WAIT_FOR_EVENT', config: { eventName: 'paid', timeout: 7200 } },
        call: { type: 'WEBHOOK', config: { url: 'https://hooks.test/a' } },
        set: { type: 'UPDATE_CONTACT', config: { updates: { plan: 'pro', visits: 3 } } },
        several: {
          type: 'CONDITION',
          config: { mode: 'multi', field: 'data.plan', branches: [{ id: 'a', operator: 'equals', value: 'pro' }] },
        },
      },
    });
    const visited = await visit(`/app/workflows/${id}`, { as: acme });
    const { page } = visited;
    await step(page, /When “signed_up” happens/).click();
    await page.getByRole('radio', { name: 'A schedule' }).click();
    await page.getByRole('textbox', { name: 'Cron' }).fill('0 8 * * *');
    await step(page, /Wait for “paid”, 2 hours at most/).click();
    await step(page, /On schedule 0 8/).waitFor();
    await page.getByRole('spinbutton', { name: 'At most' }).waitFor();
    await step(page, /POST hooks.test/).click();
    await page.getByRole('button', { name: 'Show the secret' }).click();
    await page.getByRole('button', { name: 'Copy signing secret' }).waitFor();
    await expectNoProblems(visited);
    await step(page, /Set plan to pro, visits to 3/).click();
    await page.getByRole('button', { name: 'Add a field' }).click();
    await expectNoProblems(visited);
    await step(page, /By plan/).click();
    await page.getByRole('button', { name: 'Add a branch' }).click();
    await expectNoProblems(visited);
    await page.getByRole('radio', { name: 'As in a segment' }).click();
    await page.getByRole('region', { name: 'Condition', exact: true }).waitFor();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Start for a contact…' }).click();
    await page.getByRole('dialog', { name: 'Start for a contact' }).waitFor();
    await expectNoProblems(visited);
  });

  it('is rearranged by dragging: a card to another place, a way to another step', async () => {
    const acme = await aProject();
    const workflow = await aWorkflow(acme, {
      enabled: false,
      steps: {
        pause: { type: 'DELAY', config: { amount: 3, unit: 'hours' } },
        'pro?': { type: 'CONDITION', config: { field: 'data.plan', operator: 'equals', value: 'pro' } },
        bye: { type: 'EXIT', branch: 'yes' },
      },
    });
    const graph = () => acme.call(getWorkflow, { params: { id: workflow.id } });
    const { page } = await visit(`/app/workflows/${workflow.id}`, { as: acme });
    await step(page, /Exit/).waitFor();
    const no = page.locator(`[data-id="${workflow.stepId('pro?')}"] .source[data-handleid="no"]`);
    await drag(page, no, page.locator(`[data-id="${workflow.stepId('bye')}"] .target`));
    await eventually(async () => (await graph()).transitions.map(({ branch }) => branch)).toContain('no');

    await drag(page, step(page, /Wait 3 hours/), page.getByRole('button', { name: 'Zoom in' }));
    await page.getByRole('button', { name: 'Tidy up' }).click();
    await page.getByRole('button', { name: 'Tidy up' }).waitFor({ state: 'detached' });
    expect((await graph()).steps.some(({ position }) => position.moved === true)).toBe(false);

    await step(page, /Wait 3 hours/).click();
    await page.getByLabel('Then go to').selectOption('');
    await page.getByRole('button', { name: 'Add a step after pause' }).waitFor();
    expect((await graph()).transitions).toHaveLength(3);
  });

  it('stays usable with 300 steps', async () => {
    const acme = await aProject();
    const workflow = await aWorkflow(acme, { steps: {}, enabled: false });
    await manySteps(acme, workflow, 300);
    const { page } = await visit(`/app/workflows/${workflow.id}`, { as: acme });
    await step(page, /Wait 300 minutes/).waitFor({ state: 'attached' });
    const started = performance.now();
    await step(page, /Wait 2 minutes/).click();
    await page.getByRole('complementary', { name: 'Delay' }).waitFor();
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
