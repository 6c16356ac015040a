import { CopyIcon } from '../ui/copy-button.tsx';
import type { MailDetail } from './mail.ts';

export function HeadersView({ headers }: { headers: MailDetail['headers'] }) {
  return (
    <table aria-label="Headers" className="w-full table-fixed border-collapse text-sm">
      <colgroup>
        <col className="w-[34%] md:w-[190px]" />
        <col />
      </colgroup>
      <tbody>
        {headers.map(({ name, value }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a captured mail never changes, and names come more than once
          <tr key={i} className="group border-b border-line align-top hover:bg-hover">
            <th scope="row" className="py-2 pr-2 pl-4 text-left font-medium [overflow-wrap:anywhere] md:pl-6">
              {name}
            </th>
            <td className="py-1.5 pr-2">
              <div className="flex items-start gap-1">
                <span className="any-direction min-w-0 flex-1 py-0.5 font-mono text-xs/5 [overflow-wrap:anywhere]">
                  {value}
                </span>
                <CopyIcon
                  text={value}
                  what={name}
                  className="opacity-0 group-hover:opacity-100 focus-visible:opacity-100 [@media(hover:none)]:opacity-100"
                />
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
