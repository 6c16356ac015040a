import { byteSize } from '../../ui/format.ts';

export interface Preview {
  file: File;
  header: string[];
  rows: string[][];
  /** Why it cannot be imported. */
  problem: string | undefined;
}

const ROLES: Record<string, string> = { email: 'address', subscribed: 'subscription' };

/** The first rows, each column with what it becomes. */
export function PreviewTable({ preview: { file, header, rows, problem } }: { preview: Preview }) {
  // Neither columns nor rows of a file have a name that is theirs alone.
  const columns = header.map((name, at) => ({ name, at, key: `column ${at}` }));
  const lines = rows.map((row, at) => ({ row, key: `row ${at}` }));
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <p className="text-sm">
        <span className="font-medium">{file.name}</span> <span className="text-ink-faint">{byteSize(file.size)}</span>
      </p>
      {problem && (
        <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-sm text-danger">
          {problem}
        </p>
      )}
      <section
        aria-label="Preview"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-w-full overflow-x-auto rounded-md border border-line"
      >
        <table className="w-full text-sm" aria-label="The first rows of the file">
          <thead>
            <tr>
              {columns.map(({ name, key }) => (
                <th
                  key={key}
                  scope="col"
                  className="border-b border-line px-3 py-2 text-left font-medium whitespace-nowrap"
                >
                  {name || '(no name)'}
                  <span className="block text-xs font-normal text-ink-faint">
                    {ROLES[name.trim().toLowerCase()] ?? 'field'}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(({ row, key: line }) => (
              <tr key={line}>
                {columns.map(({ key, at }) => (
                  <td key={key} className="max-w-[220px] truncate px-3 py-1.5 text-ink-soft">
                    {row[at] ?? ''}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="text-xs text-ink-faint">
        Known addresses are updated, new ones added. An empty cell changes nothing.
      </p>
    </div>
  );
}
