import { CircleAlert } from 'lucide-react';
import type { TemplatePreview } from '../../contract/templates.ts';

/** The message itself says where, for those who only see it. */
const PLACE = /^Template error in \w+, line \d+, column \d+: /;

/** What is wrong with the source, each with its line. */
export function ProblemList({ problems }: { problems: TemplatePreview['problems'] }) {
  if (problems.length === 0) return null;
  return (
    <ul
      aria-label="Problems"
      className="max-h-[140px] shrink-0 overflow-y-auto border-t border-line bg-danger-soft text-sm text-danger"
    >
      {problems.map(({ field, line, column, message }) => (
        <li key={`${field} ${line} ${column} ${message}`} className="flex gap-2 px-4 py-2">
          <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          <span className="min-w-0 [overflow-wrap:anywhere]">
            {field === 'body' ? `Line ${line}` : 'Subject'}: {message.replace(PLACE, '')}
          </span>
        </li>
      ))}
    </ul>
  );
}
