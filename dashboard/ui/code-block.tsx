import { CopyButton } from './copy-button.tsx';

/** A command to paste. `shown` may hide what `code` tells in full, such as a key. */
export function CodeBlock({ code, shown = code, what }: { code: string; shown?: string; what: string }) {
  return (
    <div className="overflow-hidden rounded-md border border-line bg-sunken">
      <div className="flex items-center justify-between border-b border-line py-1 pr-1 pl-4 text-xs text-ink-faint">
        Terminal
        <CopyButton text={code} what={what} className="border-transparent bg-transparent" />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <pre className="overflow-x-auto p-4 font-mono text-xs/5" tabIndex={0}>
        <code>{shown}</code>
      </pre>
    </div>
  );
}
