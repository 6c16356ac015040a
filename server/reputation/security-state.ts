import type { Rates, SecurityState } from '../../contract/security.ts';
import type { Ctx } from '../platform/context.ts';
import { assertOwnProject, disabledReason, getProject } from '../projects/project.ts';
import { judgeReputation, percentOf, type Window } from './judge-reputation.ts';
import { readReputation } from './read-reputation.ts';

const NOT_TOLD: Window = { total: 0, bounces: 0, complaints: 0 };

/** The last day and the project's age are left out: they would tell how much more a project may get away with. */
export async function securityState(ctx: Ctx): Promise<SecurityState> {
  const reputation = await readReputation(ctx);
  const { levels, violations, warnings } = judgeReputation(reputation);
  const project = await getProject(ctx);
  const reason = disabledReason(project);
  return {
    status: {
      projectId: ctx.projectId,
      isHealthy: violations.length === 0 && warnings.length === 0,
      shouldDisable: violations.length > 0,
      twentyFourHour: ratesOf(NOT_TOLD),
      sevenDay: ratesOf(reputation.sevenDay),
      allTime: ratesOf(reputation.allTime),
      isNewProject: false,
      violations,
      warnings,
    },
    levels,
    isDisabled: project.disabled && reason !== 'RESET',
    disabledReason: reason,
  };
}

/** By a key or a cookie of the project that the path names. */
export async function securityOfOwn(ctx: Ctx, id: string) {
  assertOwnProject(ctx, id);
  return { success: true as const, data: await securityState(ctx) };
}

const ratesOf = (window: Window): Rates => ({
  ...window,
  bounceRate: percentOf(window.bounces, window.total),
  complaintRate: percentOf(window.complaints, window.total),
});
