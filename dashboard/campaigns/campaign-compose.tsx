import { useState } from 'react';
import { type Campaign, getCampaign, updateCampaign } from '../../contract/campaigns.ts';
import { EmailEditor } from '../email-editor/email-editor.tsx';
import { PreviewPane } from '../email-editor/preview-pane.tsx';
import { usePreview } from '../email-editor/use-preview.ts';
import { FormError } from '../form/form.tsx';
import { UnsavedGuard } from '../form/unsaved-guard.tsx';
import { TYPES } from '../templates/template-types.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { TextField } from '../ui/input.tsx';
import { Select } from '../ui/select.tsx';
import { toast } from '../ui/toast.tsx';
import { useCall } from '../use-api.ts';
import { useUrl } from '../use-url.ts';

type Mail = Pick<Campaign, 'name' | 'subject' | 'body' | 'from' | 'fromName' | 'replyTo' | 'type'>;

const mailOf = ({ name, subject, body, from, fromName, replyTo, type }: Campaign): Mail => ({
  name,
  subject,
  body,
  from,
  fromName,
  replyTo,
  type,
});

/** The mail and who it comes from, with the preview beside it. */
export function CampaignCompose({ campaign }: { campaign: Campaign }) {
  const [mail, setMail] = useState(() => mailOf(campaign));
  const [saved, setSaved] = useState(() => JSON.stringify(mailOf(campaign)));
  const { search, change } = useUrl();
  const preview = usePreview(mail, search.as);
  const isDirty = JSON.stringify(mail) !== saved;
  const set = (changes: Partial<Mail>) => setMail((now) => ({ ...now, ...changes }));
  const save = useCall(updateCampaign, {
    invalidates: [getCampaign],
    isErrorTold: false,
    onDone: () => {
      setSaved(JSON.stringify(mail));
      toast('Saved');
    },
  });
  return (
    <div className="flex min-h-0 min-w-0 flex-1 max-lg:flex-col max-lg:overflow-y-auto">
      <UnsavedGuard isDirty={isDirty} />
      <form
        aria-label="Settings of the mail"
        className="flex w-[280px] shrink-0 flex-col gap-4 overflow-y-auto border-r border-line p-4 max-lg:w-full max-lg:border-r-0 max-lg:border-b"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate({ params: { id: campaign.id }, body: mail });
        }}
      >
        <TextField label="Name" value={mail.name} onChange={(name) => set({ name })} />
        <TextField label="Subject" value={mail.subject} onChange={(subject) => set({ subject })} />
        <TextField label="From" value={mail.from} onChange={(from) => set({ from })} />
        <TextField
          label="From name"
          value={mail.fromName ?? ''}
          onChange={(fromName) => set({ fromName: fromName || null })}
        />
        <TextField
          label="Reply to"
          value={mail.replyTo ?? ''}
          onChange={(replyTo) => set({ replyTo: replyTo || null })}
        />
        <Field label="Type" help={TYPES.find(({ value }) => value === mail.type)?.help}>
          <Select
            className="w-full"
            value={mail.type}
            onChange={(type) => set({ type: type as Campaign['type'] })}
            options={TYPES}
          />
        </Field>
        {save.error && <FormError error={save.error} />}
        <div className="flex gap-2">
          <Button type="submit" look="primary" disabled={!isDirty || save.isPending}>
            {save.isPending ? 'Saving…' : isDirty ? 'Save' : 'Saved'}
          </Button>
          <Button onClick={() => change({ tab: 'audience' }, { isStep: true })} disabled={isDirty}>
            Next: audience
          </Button>
        </div>
      </form>
      <div className="flex min-h-[480px] min-w-0 flex-1">
        <EmailEditor body={mail.body} onChange={(body) => set({ body })} problems={preview?.problems ?? []} />
      </div>
      <div className="flex min-h-[480px] min-w-0 flex-1 border-l border-line max-lg:border-t max-lg:border-l-0">
        <PreviewPane preview={preview} contactId={search.as} onContact={(as) => change({ as })} />
      </div>
    </div>
  );
}
