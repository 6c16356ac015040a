import { listProjects, type Project, updateProject } from '../../contract/projects.ts';
import { Form, SubmitButton } from '../form/form.tsx';
import { useForm } from '../form/use-form.ts';
import { useIsAdmin, useProject } from '../shell/signed-in.ts';
import { CopyIcon } from '../ui/copy-button.tsx';
import { Field } from '../ui/field.tsx';
import { TextField } from '../ui/input.tsx';
import { RadioCards } from '../ui/radio-cards.tsx';
import { Select } from '../ui/select.tsx';
import { toast } from '../ui/toast.tsx';
import { DeleteProject } from './delete-project.tsx';
import { languageOptions } from './languages.ts';
import { ResetProject } from './reset-project.tsx';
import { Setting } from './setting.tsx';
import { SettingsPage } from './settings-page.tsx';

const TRACKING = [
  { value: 'ENABLED', label: 'All emails', help: 'Opens and clicks of every email are counted.' },
  { value: 'MARKETING_ONLY', label: 'Marketing only', help: 'Receipts and password mails stay untouched.' },
  { value: 'DISABLED', label: 'None', help: 'No pixel, no rewritten links.' },
] as const;

export function ProjectPage() {
  const project = useProject();
  const isAdmin = useIsAdmin();
  return (
    <SettingsPage title="Project">
      <General project={project} isAdmin={isAdmin} />
      {isAdmin && (
        <>
          <ResetProject project={project} />
          <DeleteProject project={project} />
        </>
      )}
    </SettingsPage>
  );
}

function General({ project, isAdmin }: { project: Project; isAdmin: boolean }) {
  const { id, name, tracking, language } = project;
  const form = useForm({
    endpoint: updateProject,
    initial: { name, tracking, language },
    input: (body) => ({ params: { id }, body }),
    invalidates: [listProjects],
    onDone: () => toast('Saved'),
  });
  return (
    <Setting
      title="General"
      note={
        <span className="flex items-center gap-1">
          Project id <code className="min-w-0 truncate font-mono text-xs">{id}</code>
          <CopyIcon text={id} what="project id" />
        </span>
      }
    >
      <Form form={form}>
        <TextField
          label="Name"
          help="Shown to your recipients where they manage their subscription."
          disabled={!isAdmin}
          {...form.field('name')}
        />
        <div className="flex flex-col gap-1.5">
          <span className="text-sm font-medium">Open and click tracking</span>
          <RadioCards
            label="Open and click tracking"
            columns={3}
            cards={TRACKING}
            value={form.values.tracking}
            onChange={(chosen) => form.set({ tracking: chosen })}
          />
        </div>
        <Field
          label="Language"
          help="Of the unsubscribe footer and the public pages."
          error={form.errors.language}
          className="max-w-[280px]"
        >
          <Select
            className="w-full"
            disabled={!isAdmin}
            options={languageOptions(language)}
            value={form.values.language}
            onChange={(chosen) => form.set({ language: chosen })}
          />
        </Field>
        {isAdmin && (
          <SubmitButton form={form} busy="Saving…" needsChanges className="self-start">
            Save
          </SubmitButton>
        )}
      </Form>
    </Setting>
  );
}
