import { branchesOf, settingOf } from '../../contract/workflow-steps.ts';
import type { Transition } from '../../contract/workflows.ts';
import { branchTruth, type GraphStep } from './step-truth.ts';

/** One way to leave a step, whether it leads somewhere already or not. */
export interface WayOut {
  /** Unique within the step. */
  key: string;
  /** On the edge; empty where there is nothing to tell apart. */
  label: string;
  branch: string | null;
  waitOutcome: 'EVENT' | 'TIMEOUT' | null;
  transition: Transition | undefined;
}

export function waysOut(step: GraphStep): WayOut[] {
  if (step.type === 'EXIT') return [];
  if (step.type === 'CONDITION') return branches(step);
  if (step.type === 'WAIT_FOR_EVENT') return waitWays(step);
  return [{ key: 'next', label: '', branch: null, waitOutcome: null, transition: step.outgoingTransitions[0] }];
}

function branches({ config, outgoingTransitions }: GraphStep): WayOut[] {
  const known = branchesOf(config);
  const gone = outgoingTransitions.filter(({ branch }) => branch === null || !known.includes(branch));
  const names = branchNames(config);
  return [
    ...known.map((branch) => ({
      key: branch,
      label: names.get(branch) ?? (branch === 'default' ? 'otherwise' : branch),
      branch,
      waitOutcome: null,
      transition: outgoingTransitions.find((each) => each.branch === branch),
    })),
    ...gone.map((transition) => ({
      key: transition.id,
      label: transition.branch === null ? 'always' : `${transition.branch} (no such branch)`,
      branch: transition.branch,
      waitOutcome: null,
      transition,
    })),
  ];
}

function branchNames(config: unknown): Map<string, string> {
  const setting = settingOf('CONDITION', config);
  if (!('mode' in setting) || setting.mode !== 'multi') return new Map();
  return new Map(setting.config.branches.map((branch) => [branch.id, branchTruth(branch)]));
}

function waitWays({ config, outgoingTransitions }: GraphStep): WayOut[] {
  const by = (outcome: WayOut['waitOutcome']) => outgoingTransitions.find((each) => each.waitOutcome === outcome);
  const [came, timedOut, either] = [by('EVENT'), by('TIMEOUT'), by(null)];
  const hasTimeout = typeof config.timeout === 'number' || timedOut !== undefined;
  const eitherWay: WayOut[] = either
    ? [{ key: 'any', label: hasTimeout ? 'either way' : '', branch: null, waitOutcome: null, transition: either }]
    : [];
  if (either && !came && !timedOut) return eitherWay;
  return [
    { key: 'EVENT', label: hasTimeout ? 'it came' : '', branch: null, waitOutcome: 'EVENT', transition: came },
    ...(hasTimeout
      ? [
          {
            key: 'TIMEOUT',
            label: 'timed out',
            branch: null,
            waitOutcome: 'TIMEOUT' as const,
            transition: timedOut,
          },
        ]
      : []),
    ...eitherWay,
  ];
}
