import * as contract from '../../contract/security.ts';
import { route } from '../platform/http/router.ts';
import { securityOfOwn, securityState } from './security-state.ts';

export const reputationRoutes = [
  route(contract.getProjectSecurity).to((ctx, { params }) => securityOfOwn(ctx, params.id)),
  route(contract.getMyProjectSecurity).to((ctx) => securityState(ctx)),
];
