import * as contract from '../../contract/segments.ts';
import { route } from '../platform/http/router.ts';
import { computeMembership } from './compute-membership.ts';
import { refreshMemberCount } from './count-members.ts';
import { createSegment, updateSegment } from './edit-segment.ts';
import { listMembers } from './list-members.ts';
import { addMembers, removeMembers } from './members.ts';
import { previewCondition } from './preview-condition.ts';
import { getSegment, listSegments, toSegment } from './segment.ts';

export const segmentRoutes = [
  route(contract.previewSegment).to((ctx, { body }) => previewCondition(ctx, body.condition)),
  route(contract.listSegments).to((ctx) => listSegments(ctx)),
  route(contract.createSegment).to(async (ctx, { body }) => toSegment(await createSegment(ctx, body))),
  route(contract.getSegment).to(async (ctx, { params }) => toSegment(await getSegment(ctx, params.id))),
  route(contract.updateSegment).to(async (ctx, { params, body }) =>
    toSegment(await updateSegment(ctx, params.id, body)),
  ),
  route(contract.listSegmentContacts).to((ctx, { params, query }) => listMembers(ctx, params.id, query)),
  route(contract.addSegmentMembers).to((ctx, { params, body }) => addMembers(ctx, params.id, body)),
  route(contract.removeSegmentMembers).to((ctx, { params, body }) => removeMembers(ctx, params.id, body)),
  route(contract.computeSegment).to(async (ctx, { params }) =>
    computeMembership(ctx, await getSegment(ctx, params.id)),
  ),
  route(contract.refreshSegment).to(async (ctx, { params }) => ({
    memberCount: await refreshMemberCount(ctx, await getSegment(ctx, params.id)),
  })),
];
