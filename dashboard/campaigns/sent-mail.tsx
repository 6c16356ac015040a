import type { Campaign } from '../../contract/campaigns.ts';
import { PreviewPane } from '../email-editor/preview-pane.tsx';
import { usePreview } from '../email-editor/use-preview.ts';
import { useUrl } from '../use-url.ts';

/** What was sent, as any of its readers saw it. */
export function SentMail({ campaign }: { campaign: Campaign }) {
  const { search, change } = useUrl();
  const preview = usePreview(campaign, search.as);
  return (
    <div className="flex min-h-0 min-w-0 flex-1">
      <PreviewPane preview={preview} contactId={search.as} onContact={(as) => change({ as })} />
    </div>
  );
}
