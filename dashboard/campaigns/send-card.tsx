import { useState } from 'react';
import { type Campaign, getCampaign, listCampaigns, sendCampaign, testCampaign } from '../../contract/campaigns.ts';
import { FormError } from '../form/form.tsx';
import { useMe } from '../shell/signed-in.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { DateTimeField } from '../ui/date-time-field.tsx';
import { counted, exactTime } from '../ui/format.ts';
import { Switch } from '../ui/switch.tsx';
import { toast } from '../ui/toast.tsx';
import { useCall } from '../use-api.ts';
import { useUrl } from '../use-url.ts';

const HOUR = 60 * 60 * 1000;
const nextHour = (): string => new Date(Math.ceil((Date.now() + HOUR) / HOUR) * HOUR).toISOString();

/** When, and the button that carries the number. */
export function SendCard({ campaign, willReceive }: { campaign: Campaign; willReceive: number | undefined }) {
  const { change } = useUrl();
  const me = useMe();
  const [at, setAt] = useState(campaign.scheduledFor ?? '');
  const [isAsking, setIsAsking] = useState(false);
  const send = useCall(sendCampaign, {
    invalidates: [getCampaign, listCampaigns],
    isErrorTold: false,
    onDone: ({ message }) => {
      setIsAsking(false);
      toast(message);
      change({ tab: undefined });
    },
  });
  const test = useCall(testCampaign, { onDone: () => toast(`A test is on its way to ${me?.email}`) });
  const who = willReceive === undefined ? '…' : counted(willReceive, 'contact');
  const action = at ? `Schedule for ${who}` : `Send to ${who}`;
  return (
    <Card title="When" className="lg:sticky lg:bottom-4 lg:shadow-[0_0_0_12px_var(--paper)]">
      <div className="flex flex-col gap-4">
        <Switch
          label="Later"
          help="At a time of your choice; who gets it is decided then"
          isOn={at !== ''}
          onChange={(isOn) => setAt(isOn ? nextHour() : '')}
        />
        {at !== '' && <DateTimeField label="Date and time" value={at} onChange={setAt} />}
        {campaign.status === 'SCHEDULED' && campaign.scheduledFor && (
          <p className="text-sm text-ink-soft">Scheduled for {exactTime(campaign.scheduledFor)}.</p>
        )}
        {send.error && <FormError error={send.error} />}
        <Button
          look="primary"
          size="lg"
          disabled={willReceive === undefined || (willReceive === 0 && !at)}
          onClick={() => setIsAsking(true)}
        >
          {action}
        </Button>
        <Button
          disabled={!me || test.isPending}
          onClick={() => me && test.mutate({ params: { id: campaign.id }, body: { email: me.email } })}
        >
          {test.isPending ? 'Sending…' : 'Send me a test'}
        </Button>
        <ConfirmDialog
          isOpen={isAsking}
          onOpenChange={setIsAsking}
          title={`${action}?`}
          action={action}
          look="primary"
          isBusy={send.isPending}
          onConfirm={() =>
            send.mutate(
              { params: { id: campaign.id }, body: at ? { scheduledFor: at } : {} },
              { onError: () => setIsAsking(false) },
            )
          }
        >
          {at
            ? `It leaves on ${exactTime(at)}. Until then it can be changed or cancelled.`
            : 'It leaves at once. You can pause or cancel it on the way; what has left cannot be called back.'}
        </ConfirmDialog>
      </div>
    </Card>
  );
}
