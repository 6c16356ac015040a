import { Download } from 'lucide-react';
import { useMemo } from 'react';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { bytesOf, download } from '../ui/download.ts';
import { byteSize } from '../ui/format.ts';
import type { MailDetail } from './mail.ts';

/** More than a person reads, and little enough for a browser to lay out at once. */
const SHOWN_BYTES = 300_000;
/** base64 is cut only between groups: 4 characters for 3 bytes. */
const SHOWN_BASE64 = (SHOWN_BYTES / 3) * 4;

const textOf = (base64: string): string => new TextDecoder().decode(bytesOf(base64));

export function SourceView({ mail }: { mail: MailDetail }) {
  const shown = useMemo(() => textOf(mail.source.slice(0, SHOWN_BASE64)), [mail.source]);
  const isCut = mail.source.length > SHOWN_BASE64;
  return (
    <>
      <div className="sticky top-0 flex min-h-10 shrink-0 items-center gap-2 border-b border-line bg-sunken px-4 py-1 md:px-6">
        <p className="min-w-0 flex-1 text-sm text-ink-soft">
          {isCut ? `The first ${byteSize(SHOWN_BYTES)} of ${byteSize(mail.size)}` : byteSize(mail.size)}
        </p>
        <CopyButton text={() => textOf(mail.source)} what="source" className="h-7 px-2" />
        <Button
          className="h-7 px-2"
          onClick={() => download(`${fileName(mail.subject)}.eml`, 'message/rfc822', bytesOf(mail.source))}
        >
          <Download className="size-3.5" aria-hidden="true" />
          Download .eml
        </Button>
      </div>
      <pre className="p-4 font-mono text-xs/5 whitespace-pre-wrap [overflow-wrap:anywhere] md:px-6">{shown}</pre>
    </>
  );
}

/** Letters and digits of any script; the rest is not safe in file names everywhere. */
function fileName(subject: string): string {
  const words = subject.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.join('-').slice(0, 80) || 'mail';
}
