import { NoPart } from './no-part.tsx';

const LINK = /(https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]])/;

/** The text part, with its links to click. */
export function TextView({ text }: { text: string | null }) {
  if (!text?.trim()) return <NoPart>This mail has no text part.</NoPart>;
  return (
    <pre className="any-direction p-4 font-mono text-sm whitespace-pre-wrap [overflow-wrap:anywhere] md:p-6">
      {text.split(LINK).map((piece, i) =>
        // Splitting by one group puts the links at the odd places.
        // biome-ignore lint/suspicious/noArrayIndexKey: a captured mail never changes
        i % 2 === 1 ? <ExternalLink key={i} url={piece} /> : piece,
      )}
    </pre>
  );
}

function ExternalLink({ url }: { url: string }) {
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className="text-brass-ink underline underline-offset-2">
      {url}
    </a>
  );
}
