import { createTemplate } from '../contract/templates.ts';
import { getExecution, listExecutions, startExecution } from '../contract/workflow-executions.ts';
import { addStep, addTransition } from '../contract/workflow-graph.ts';
import { createWorkflow, getWorkflow, updateWorkflow } from '../contract/workflows.ts';
import type { TestProject } from './world.ts';

type StepType = 'SEND_EMAIL' | 'DELAY' | 'WAIT_FOR_EVENT' | 'CONDITION' | 'WEBHOOK' | 'UPDATE_CONTACT' | 'EXIT';

interface StepPlan {
  type: StepType;
  config?: Record<string, unknown>;
  templateId?: string;
  /** From which step (by name) it is reached, and on which branch or outcome; the one before, when left out. */
  after?: string;
  branch?: string;
  waitOutcome?: 'EVENT' | 'TIMEOUT';
}

interface Plan {
  eventName?: string;
  allowReentry?: boolean;
  enabled?: boolean;
  steps: Record<string, StepPlan>;
}

/** A workflow as a story tells it: its steps by name, each after the one before unless it says otherwise. */
export async function aWorkflow(project: TestProject, plan: Plan) {
  const { eventName = 'signed_up', allowReentry = false, enabled = true, steps } = plan;
  const { id } = await project.call(createWorkflow, { body: { name: 'Story', eventName, allowReentry } });
  const [trigger] = (await project.call(getWorkflow, { params: { id } })).steps;
  const ids = new Map<string, string>([['trigger', trigger?.id as string]]);
  let before = 'trigger';
  for (const [name, { type, config = {}, templateId, after = before, branch, waitOutcome }] of Object.entries(steps)) {
    const body = { type, name, config, ...(templateId ? { templateId } : {}), autoConnect: false };
    const step = await project.call(addStep, { params: { id }, body });
    ids.set(name, step.id);
    const way = { fromStepId: ids.get(after) as string, toStepId: step.id };
    await project.call(addTransition, {
      params: { id },
      body: { ...way, ...(branch ? { branch } : {}), ...(waitOutcome ? { waitOutcome } : {}) },
    });
    before = name;
  }
  if (enabled) await project.call(updateWorkflow, { params: { id }, body: { enabled } });
  const executions = async () => (await project.call(listExecutions, { params: { id }, query: {} })).executions;
  return {
    id,
    stepId: (name: string) => ids.get(name) as string,
    start: (contactId: string, context?: Record<string, unknown>) =>
      project.call(startExecution, { params: { id }, body: { contactId, ...(context ? { context } : {}) } }),
    executions,
    /** Oldest last. */
    statuses: async () => (await executions()).map(({ status }) => status),
    /** The newest execution with its story. */
    story: async (executionId?: string) => {
      const newest = executionId ?? (await executions())[0]?.id ?? '';
      return project.call(getExecution, { params: { id, executionId: newest } });
    },
    /** Names of the steps that an execution has been at, with their states. */
    path: async (executionId?: string) => {
      const newest = executionId ?? (await executions())[0]?.id ?? '';
      const { stepExecutions } = await project.call(getExecution, { params: { id, executionId: newest } });
      return stepExecutions.map(({ step, status }) => `${step.name}: ${status}`);
    },
  };
}

export async function aTemplate(
  project: TestProject,
  fields: { from: string; subject?: string; body?: string; type?: 'MARKETING' | 'TRANSACTIONAL' },
) {
  const { from, subject = 'Hello {{ name ?? you }}', body = '<p>Hi {{ email }}</p>', type = 'MARKETING' } = fields;
  const { id } = await project.call(createTemplate, { body: { name: subject, subject, body, from, type } });
  return id;
}
