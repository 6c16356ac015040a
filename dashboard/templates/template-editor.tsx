import type { Template } from '../../contract/templates.ts';
import { EmailEditor } from '../email-editor/email-editor.tsx';
import { PreviewPane } from '../email-editor/preview-pane.tsx';
import { SaveNote } from '../email-editor/save-note.tsx';
import { usePreview } from '../email-editor/use-preview.ts';
import { UnsavedGuard } from '../form/unsaved-guard.tsx';
import { Page } from '../shell/page.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { useMedia } from '../ui/use-media.ts';
import { useUrl } from '../use-url.ts';
import { TemplateActions } from './template-actions.tsx';
import { TemplateSettings } from './template-settings.tsx';
import { TEMPLATE_TRAIL } from './template-trail.ts';
import { useTemplateDraft } from './use-template-draft.ts';

/** Three panes: the mail, how it looks, and its settings; on a narrow screen one after another. */
export function TemplateEditor({ template }: { template: Template }) {
  const { search, change } = useUrl();
  const { mail, set, state, isDirty } = useTemplateDraft(template, search.as);
  const preview = usePreview(mail, search.as);
  const isWide = useMedia('(min-width: 1200px)');
  const editor = <EmailEditor body={mail.body} onChange={(body) => set({ body })} problems={preview?.problems ?? []} />;
  const shown = <PreviewPane preview={preview} contactId={search.as} onContact={(as) => change({ as })} />;
  const settings = (
    <TemplateSettings
      template={template}
      mail={mail}
      onChange={set}
      error={state.is === 'refused' ? state.error : undefined}
    />
  );
  return (
    <Page
      title={mail.name || 'Template'}
      note={<SaveNote state={state} />}
      trail={TEMPLATE_TRAIL}
      layout="fill"
      actions={<TemplateActions template={template} />}
    >
      <UnsavedGuard isDirty={isDirty} />
      {isWide ? (
        <div className="flex min-h-0 min-w-0 flex-1">
          {editor}
          <div className="flex min-w-0 flex-1 border-l border-line">{shown}</div>
          <div className="w-[300px] shrink-0 overflow-y-auto border-l border-line p-4">{settings}</div>
        </div>
      ) : (
        <Tabs
          label="Parts of the editor"
          fit="fill"
          value={search.tab ?? 'mail'}
          onChange={(tab) => change({ tab })}
          tabs={[
            { value: 'mail', label: 'Mail', content: () => editor },
            { value: 'preview', label: 'Preview', content: () => shown },
            { value: 'settings', label: 'Settings', content: () => <div className="p-4">{settings}</div> },
          ]}
        />
      )}
    </Page>
  );
}
