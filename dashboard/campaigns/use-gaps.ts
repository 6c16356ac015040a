import { useQueries } from '@tanstack/react-query';
import type { Campaign } from '../../contract/campaigns.ts';
import type { Condition, Filter } from '../../contract/condition.ts';
import { previewSegment } from '../../contract/segments.ts';
import { queryOf } from '../api.ts';

export interface Gap {
  variable: string;
  /** How many of those who would get the mail have no value for it. */
  count: number;
}

const BUILT_IN = ['id', 'email', 'unsubscribeUrl', 'subscribeUrl', 'manageUrl'];
/** Each is counted by a query of its own; a mail has few. */
const MAX_COUNTED = 10;

/** Variables without a fallback that some recipients do not have. Undefined while they are counted. */
export function useGaps(campaign: Campaign): Gap[] | undefined {
  const variables = bareVariables(campaign);
  const counted = useQueries({
    queries: variables.map((variable) => queryOf(previewSegment, { body: { condition: lacking(campaign, variable) } })),
  });
  if (counted.some(({ isPending }) => isPending)) return undefined;
  return variables
    .map((variable, i) => ({ variable, count: counted[i]?.data?.count ?? 0 }))
    .filter(({ count }) => count > 0);
}

function bareVariables({ subject, body }: Campaign): string[] {
  const found = [...`${subject} ${body}`.matchAll(/\{\{\s*(?:data\.|contact\.)?([\w-]+)\s*\}\}/g)];
  const names = new Set(found.map(([, name]) => name ?? ''));
  return [...names].filter((name) => !BUILT_IN.includes(name)).slice(0, MAX_COUNTED);
}

/** Whoever is in the audience and has no value. */
function lacking(campaign: Campaign, variable: string): Condition {
  const { type, audienceType, segmentId, audienceCondition } = campaign;
  const filters: Filter[] = [{ field: `data.${variable}`, operator: 'notExists' }];
  if (type !== 'TRANSACTIONAL') filters.push({ field: 'subscribed', operator: 'equals', value: true });
  if (audienceType === 'SEGMENT') filters.push({ field: `segment.${segmentId}`, operator: 'memberOfSegment' });
  const conditions = audienceType === 'FILTERED' ? { conditions: audienceCondition as Condition } : {};
  return { logic: 'AND', groups: [{ filters, ...conditions }] };
}
