import { Download, File, FileArchive, FileImage, FileText } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { bytesOf, download } from '../ui/download.ts';
import { byteSize } from '../ui/format.ts';
import type { Attachment } from './mail.ts';
import { NoPart } from './no-part.tsx';

const ICONS = [
  { type: /^image\//, Icon: FileImage },
  { type: /^text\/|pdf|document/, Icon: FileText },
  { type: /zip|tar|compressed/, Icon: FileArchive },
];

export function AttachmentsView({ attachments }: { attachments: Attachment[] }) {
  if (attachments.length === 0) return <NoPart>This mail has no attachments.</NoPart>;
  return (
    <ul>
      {attachments.map((attachment, i) => (
        <AttachmentRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a captured mail never changes
          key={i}
          attachment={attachment}
          name={attachment.filename || `attachment-${i + 1}`}
        />
      ))}
    </ul>
  );
}

function AttachmentRow({ attachment, name }: { attachment: Attachment; name: string }) {
  const { contentType, disposition, size, content } = attachment;
  const Icon = ICONS.find(({ type }) => type.test(contentType))?.Icon ?? File;
  const isInline = disposition === 'inline';
  return (
    <li className="flex items-center gap-3 border-b border-line px-4 py-2.5 md:px-6">
      <Icon className="size-5 shrink-0 text-ink-faint" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <bdi className="block truncate text-left font-medium" title={name}>
          {name}
        </bdi>
        <p className="truncate text-xs text-ink-faint">
          {byteSize(size)} · {contentType}
          {isInline && ' · shown inside the mail'}
        </p>
      </div>
      <Button onClick={() => download(name, contentType, bytesOf(content))} aria-label={`Download ${name}`}>
        <Download className="size-3.5" aria-hidden="true" />
        <span className="hidden sm:inline">Download</span>
      </Button>
    </li>
  );
}
