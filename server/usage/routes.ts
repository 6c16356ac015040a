import * as contacts from '../../contract/contact-tools.ts';
import * as domains from '../../contract/domains.ts';
import * as events from '../../contract/events.ts';
import * as segments from '../../contract/segments.ts';
import * as templates from '../../contract/templates.ts';
import { route } from '../platform/http/router.ts';
import { deleteUnusedDomain } from './domain-usage.ts';
import { deleteUnusedEvents, eventUsage } from './event-usage.ts';
import { deleteUnusedField, fieldUsage } from './field-usage.ts';
import { deleteUnusedSegment } from './segment-usage.ts';
import { deleteUnusedTemplate, deleteUnusedTemplates, templateUsage } from './template-usage.ts';

export const usageRoutes = [
  route(events.eventUsage).to((ctx, { params }) => eventUsage(ctx, params.eventName)),
  route(events.deleteEvents).to((ctx, { params }) => deleteUnusedEvents(ctx, params.eventName)),
  route(contacts.fieldUsage).to((ctx, { params }) => fieldUsage(ctx, params.field)),
  route(contacts.deleteField).to((ctx, { params }) => deleteUnusedField(ctx, params.field)),
  route(domains.deleteDomain).to((ctx, { params }) => deleteUnusedDomain(ctx, params.id)),
  route(segments.deleteSegment).to((ctx, { params }) => deleteUnusedSegment(ctx, params.id)),
  route(templates.deleteTemplate).to((ctx, { params }) => deleteUnusedTemplate(ctx, params.id)),
  route(templates.bulkUpdateTemplates).to((ctx, { body }) => deleteUnusedTemplates(ctx, body.ids)),
  route(templates.templateUsage).to((ctx, { params }) => templateUsage(ctx, params.id)),
];
