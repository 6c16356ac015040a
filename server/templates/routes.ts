import * as contract from '../../contract/templates.ts';
import { route } from '../platform/http/router.ts';
import { createTemplate, duplicateTemplate, updateTemplate } from './edit-template.ts';
import { listTemplates } from './list-templates.ts';
import { getTemplate, toTemplate } from './template.ts';

export const templateRoutes = [
  route(contract.listTemplates).to((ctx, { query }) => listTemplates(ctx, query)),
  route(contract.createTemplate).to(async (ctx, { body }) => toTemplate(await createTemplate(ctx, body))),
  route(contract.getTemplate).to(async (ctx, { params }) => toTemplate(await getTemplate(ctx, params.id))),
  route(contract.updateTemplate).to(async (ctx, { params, body }) =>
    toTemplate(await updateTemplate(ctx, params.id, body)),
  ),
  route(contract.duplicateTemplate).to(async (ctx, { params }) => toTemplate(await duplicateTemplate(ctx, params.id))),
];
