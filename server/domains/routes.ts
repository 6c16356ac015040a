import * as contract from '../../contract/domains.ts';
import { route } from '../platform/http/router.ts';
import { addDomain } from './add-domain.ts';
import { listDomains } from './domain.ts';
import { verifyDomain } from './verify-domain.ts';

export const domainRoutes = [
  route(contract.listDomains).to((ctx, { params }) => listDomains(ctx, params.projectId)),
  route(contract.addDomain).to((ctx, { body }) => addDomain(ctx, body.domain)),
  route(contract.verifyDomain).to((ctx, { params }) => verifyDomain(ctx, params.id)),
];
