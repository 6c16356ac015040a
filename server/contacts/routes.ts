import * as tools from '../../contract/contact-tools.ts';
import * as contract from '../../contract/contacts.ts';
import { route } from '../platform/http/router.ts';
import { getBulkJob, queueBulkChange } from './bulk-change.ts';
import { getContact, toContact } from './contact.ts';
import { planDataChange } from './contact-data.ts';
import { listFields, listFieldValues } from './custom-fields.ts';
import { deleteContact } from './delete-contact.ts';
import { exportContacts } from './export-contacts.ts';
import { getImportJob, queueImport } from './import-csv.ts';
import { listContacts } from './list-contacts.ts';
import { lookupContacts } from './lookup-contacts.ts';
import { updateContact } from './update-contact.ts';
import { type UpsertedContact, upsertContacts } from './upsert-contacts.ts';

export const contactRoutes = [
  route(contract.listContacts).to((ctx, { query }) => listContacts(ctx, query)),
  route(contract.upsertContact).to(async (ctx, { body: { email, subscribed, data } }) => {
    const upsert = { email, subscribed, change: planDataChange(data) };
    const [result] = await upsertContacts(ctx, [upsert], { subscribedByDefault: true });
    const { contact, isNew } = result as UpsertedContact;
    return { ...toContact(contact), _meta: { isNew, isUpdate: !isNew } };
  }),
  route(contract.getContact).to(async (ctx, { params }) => toContact(await getContact(ctx, params.id))),
  route(contract.updateContact).to(async (ctx, { params, body }) =>
    toContact(await updateContact(ctx, params.id, body)),
  ),
  route(contract.deleteContact).to((ctx, { params }) => deleteContact(ctx, params.id)),
  route(tools.lookupContacts).to((ctx, { body }) => lookupContacts(ctx, body.emails)),
  route(tools.listFields).to((ctx) => listFields(ctx)),
  route(tools.listFieldValues).to((ctx, { params, query }) => listFieldValues(ctx, params.field, query)),
  route(tools.importContacts).to((ctx, { body }) => queueImport(ctx, body.file)),
  route(tools.getImportJob).to((ctx, { params }) => getImportJob(ctx, params.jobId)),
  route(tools.bulkSubscribe).to((ctx, { body }) => queueBulkChange(ctx, 'subscribe', body.contactIds)),
  route(tools.bulkUnsubscribe).to((ctx, { body }) => queueBulkChange(ctx, 'unsubscribe', body.contactIds)),
  route(tools.bulkDelete).to((ctx, { body }) => queueBulkChange(ctx, 'delete', body.contactIds)),
  route(tools.getBulkJob).to((ctx, { params }) => getBulkJob(ctx, params.jobId)),
  route(tools.exportContacts).to(async (ctx, { query }) => exportContacts(ctx, query)),
];
