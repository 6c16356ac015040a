import { sendEmail } from '../../contract/send.ts';
import { route } from '../platform/http/router.ts';
import { sendTransactional } from './send-transactional.ts';

export const sendRoutes = [route(sendEmail).to((ctx, { body }) => sendTransactional(ctx, body))];
