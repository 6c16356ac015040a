import { ImageOff } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { counted } from '../ui/format.ts';
import type { MailDetail } from './mail.ts';
import { NoPart } from './no-part.tsx';
import { previewDocument } from './preview-document.ts';
import { useInboxUrl } from './use-inbox-url.ts';

export function HtmlView({ mail }: { mail: MailDetail }) {
  const [withRemote, setWithRemote] = useState(false);
  const { width } = useInboxUrl();
  const { html, attachments } = mail;
  const preview = useMemo(
    () => (html === null ? undefined : previewDocument(html, attachments, { withRemote })),
    [html, attachments, withRemote],
  );
  if (!preview) return <NoPart>This mail has no HTML part.</NoPart>;
  return (
    <>
      {preview.blocked > 0 && <BlockedImages count={preview.blocked} onLoad={() => setWithRemote(true)} />}
      <div className="flex min-h-0 flex-1 justify-center overflow-x-auto bg-sunken">
        <iframe
          title="The mail as HTML"
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          srcDoc={preview.document}
          className={`h-full bg-white [color-scheme:light] ${width === 'phone' ? 'w-[375px] shrink-0 border-x border-line' : 'w-full'}`}
        />
      </div>
    </>
  );
}

function BlockedImages({ count, onLoad }: { count: number; onLoad: () => void }) {
  return (
    <p className="flex shrink-0 items-center gap-2 border-b border-line bg-sunken px-4 py-1.5 text-sm text-ink-soft md:px-6">
      <ImageOff className="size-4 shrink-0" aria-hidden="true" />
      <span className="min-w-0 flex-1 truncate">{counted(count, 'remote image')} not loaded</span>
      <Button onClick={onLoad} className="h-7 px-2">
        Load remote images
      </Button>
    </p>
  );
}
