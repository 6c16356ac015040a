import { EmailEditor } from '../email-editor/email-editor.tsx';
import { MailSettings } from '../email-editor/mail-settings.tsx';
import { PreviewPane } from '../email-editor/preview-pane.tsx';
import { usePreview } from '../email-editor/use-preview.ts';
import { Button } from '../ui/button.tsx';
import { useUrl } from '../use-url.ts';
import type { CampaignMail } from './use-campaign-mail.ts';

/** The mail and who it comes from, with the preview beside it; on a narrow screen one under the other. */
export function CampaignCompose({ draft: { mail, set, state } }: { draft: CampaignMail }) {
  const { search, change } = useUrl();
  const preview = usePreview(mail, search.as);
  return (
    <div className="flex min-h-0 min-w-0 flex-1 max-xl:flex-none max-xl:flex-col">
      <section
        aria-label="Settings of the mail"
        className="flex w-[280px] shrink-0 flex-col gap-4 overflow-y-auto border-r border-line p-4 max-xl:w-full max-xl:border-r-0 max-xl:border-b md:max-xl:grid md:max-xl:grid-cols-2 md:max-xl:content-start"
      >
        <MailSettings mail={mail} onChange={set} error={state.is === 'refused' ? state.error : undefined} />
        <div className="md:max-xl:col-span-2">
          <Button look="primary" onClick={() => change({ tab: 'audience' }, { isStep: true })}>
            Next: audience
          </Button>
        </div>
      </section>
      <div className="flex min-w-0 flex-1 max-xl:h-[560px] max-xl:flex-none">
        <EmailEditor body={mail.body} onChange={(body) => set({ body })} problems={preview?.problems ?? []} />
      </div>
      <div className="flex min-w-0 flex-1 border-l border-line max-xl:h-[560px] max-xl:flex-none max-xl:border-t max-xl:border-l-0">
        <PreviewPane preview={preview} contactId={search.as} onContact={(as) => change({ as })} />
      </div>
    </div>
  );
}
