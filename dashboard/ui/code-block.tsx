import { CopyButton } from './copy-button.tsx';

interface CodeBlockProps {
  code: string;
  /** May hide what `code` tells in full, such as a key. */
  shown?: string;
  /** What is copied: "command", "response". */
  what: string;
  title?: string;
}

/** Something to paste. */
export function CodeBlock({ code, shown = code, what, title = 'Terminal' }: CodeBlockProps) {
  return (
    <div className="min-w-0 overflow-hidden rounded-md border border-line bg-sunken">
      <div className="flex items-center justify-between border-b border-line py-1 pr-1 pl-4 text-xs text-ink-faint">
        {title}
        <CopyButton text={code} what={what} className="border-transparent bg-transparent" />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <pre className="overflow-x-auto p-4 font-mono text-xs/5 focus-visible:-outline-offset-2" tabIndex={0}>
        <code>{shown}</code>
      </pre>
    </div>
  );
}
