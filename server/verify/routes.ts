import * as contract from '../../contract/verify.ts';
import { route } from '../platform/http/router.ts';
import { verifyAddress } from './verify-address.ts';

export const verifyRoutes = [
  route(contract.verifyEmail).to(async (ctx, { body }) => ({
    success: true as const,
    data: await verifyAddress(ctx, body.email),
  })),
];
