import { trackEventInternally } from '../../contract/events.ts';
import * as contract from '../../contract/track.ts';
import { toEvent } from '../events/event.ts';
import { route } from '../platform/http/router.ts';
import { trackEvent } from './track-event.ts';
import { trackInternally } from './track-internally.ts';

export const trackRoutes = [
  route(contract.trackEvent).to(async (ctx, { body }) => {
    const event = await trackEvent(ctx, body);
    return {
      success: true,
      data: { contact: event.contact_id as string, event: event.id, timestamp: event.created_at.toISOString() },
    };
  }),
  route(trackEventInternally).to(async (ctx, { body }) => toEvent(await trackInternally(ctx, body))),
];
