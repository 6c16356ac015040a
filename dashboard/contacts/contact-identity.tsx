import { type Contact, getContact, listContacts, updateContact } from '../../contract/contacts.ts';
import { Card } from '../ui/card.tsx';
import { KeyValues } from '../ui/key-values.tsx';
import { Switch } from '../ui/switch.tsx';
import { Time } from '../ui/time.tsx';
import { toast } from '../ui/toast.tsx';
import { useCall } from '../use-api.ts';

export function ContactIdentity({ contact: { id, email, subscribed, createdAt, updatedAt } }: { contact: Contact }) {
  const update = useCall(updateContact, { invalidates: [getContact, listContacts] });
  const subscribe = (isOn: boolean) =>
    update.mutate(
      { params: { id }, body: { subscribed: isOn } },
      {
        onSuccess: () =>
          toast(isOn ? 'Subscribed' : 'Unsubscribed', {
            undo: () => update.mutate({ params: { id }, body: { subscribed: !isOn } }),
          }),
      },
    );
  return (
    <Card title="Contact">
      <div className="flex flex-col gap-4">
        <KeyValues
          items={[
            { name: 'Address', value: email, copy: email },
            { name: 'Id', value: <span className="font-mono text-xs">{id}</span>, copy: id },
            { name: 'Added', value: <Time iso={createdAt} /> },
            { name: 'Changed', value: <Time iso={updatedAt} /> },
          ]}
        />
        <Switch
          label="Subscribed"
          help="Gets campaigns and other marketing mail."
          isOn={subscribed}
          isDisabled={update.isPending}
          onChange={subscribe}
        />
      </div>
    </Card>
  );
}
