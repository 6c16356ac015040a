import { FileUp } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { MAX_IMPORT_BYTES } from '../../../contract/contact-tools.ts';
import { Button } from '../../ui/button.tsx';
import { byteSize } from '../../ui/format.ts';
import { type Preview, readPreview } from './read-preview.ts';

/** Drop a file or choose one; its columns are shown before anything is sent. */
export function ChooseFile({ onChosen }: { onChosen: (preview: Preview) => void }) {
  const [isOver, setIsOver] = useState(false);
  const take = async (file: File | undefined) => {
    if (file) onChosen(await readPreview(file));
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    void take(event.dataTransfer.files[0]);
  };
  return (
    <section
      aria-label="Choose a file"
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
      className={`flex flex-col items-center gap-3 rounded-md border border-dashed px-4 py-10 text-center ${isOver ? 'border-brass bg-brass-soft' : 'border-line-strong'}`}
    >
      <FileUp className="size-6 text-ink-faint" aria-hidden="true" />
      <p className="max-w-[420px] text-sm text-ink-soft">
        A CSV file with a header row and a column of email addresses. What the other columns become, you choose next. At
        most {byteSize(MAX_IMPORT_BYTES)}.
      </p>
      <FileButton onFile={(file) => void take(file)} />
    </section>
  );
}

function FileButton({ onFile }: { onFile: (file: File | undefined) => void }) {
  const choose = () => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = '.csv,text/csv';
    input.onchange = () => onFile(input.files?.[0]);
    input.click();
  };
  return (
    <Button look="primary" onClick={choose}>
      Choose a file
    </Button>
  );
}
