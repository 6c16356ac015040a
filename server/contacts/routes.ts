import * as contract from '../../contract/contacts.ts';
import { route } from '../platform/http/router.ts';
import { getContact, toContact } from './contact.ts';
import { planDataChange } from './contact-data.ts';
import { deleteContact } from './delete-contact.ts';
import { listContacts } from './list-contacts.ts';
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
];
