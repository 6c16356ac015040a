import { useState } from 'react';
import type { z } from 'zod';
import { getImportJob, importContacts, type importJob, listFields } from '../../contract/contact-tools.ts';
import { listContacts } from '../../contract/contacts.ts';
import { FormError } from '../form/form.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { useCall } from '../use-api.ts';
import { ChooseFile } from './import/choose-file.tsx';
import { type Becomes, guessedMapping, mappedFile, mappingProblem } from './import/column-mapping.ts';
import { ImportResult } from './import/import-result.tsx';
import { MapColumns } from './import/map-columns.tsx';
import type { Preview } from './import/read-preview.ts';
import { useJob } from './use-job.ts';

type Job = z.infer<typeof importJob>;

/** A CSV file into contacts: choose it, say what its columns become, import, and see what came of each row. */
export function ImportDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} onOpenChange={(open) => !open && onClose()} title="Import contacts" width="lg">
      {isOpen && <Steps onClose={onClose} />}
    </Dialog>
  );
}

function Steps({ onClose }: { onClose: () => void }) {
  const [preview, setPreview] = useState<Preview>();
  const [jobId, setJobId] = useState<string>();
  const [done, setDone] = useState<Job>();
  const progress = useJob(getImportJob, done ? undefined : jobId, {
    invalidates: [listContacts, listFields],
    onEnd: setDone,
  });
  if (done) return <ImportResult job={done} onClose={onClose} />;
  if (jobId) return <ProgressBar label="Importing" value={progress} total={100} />;
  if (!preview) return <ChooseFile onChosen={setPreview} />;
  return <MapStep preview={preview} onBack={() => setPreview(undefined)} onQueued={setJobId} />;
}

interface MapStepProps {
  preview: Preview;
  onBack: () => void;
  onQueued: (jobId: string) => void;
}

function MapStep({ preview, onBack, onQueued }: MapStepProps) {
  const [mapping, setMapping] = useState<Becomes[]>(() => guessedMapping(preview));
  const upload = useCall(importContacts, { isErrorTold: false, onDone: (reply) => onQueued(reply.jobId) });
  const problem = preview.problem ?? mappingProblem(mapping);
  const start = async () => upload.mutate({ body: { file: await mappedFile(preview, mapping) } });
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <MapColumns preview={preview} mapping={mapping} onChange={setMapping} problem={problem} />
      {upload.error && <FormError error={upload.error} />}
      <DialogButtons>
        <Button onClick={onBack}>Another file</Button>
        <Button look="primary" disabled={problem !== undefined || upload.isPending} onClick={() => void start()}>
          {upload.isPending ? 'Uploading…' : 'Import'}
        </Button>
      </DialogButtons>
    </div>
  );
}
