import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import type { Campaign } from '../../contract/campaigns.ts';
import { listDomains } from '../../contract/domains.ts';
import type { TemplatePreview } from '../../contract/templates.ts';
import { useProjectId } from '../shell/signed-in.ts';
import { Card } from '../ui/card.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useRead } from '../use-api.ts';
import { type Finding, findingsOf } from './findings.ts';
import { useGaps } from './use-gaps.ts';

const ICONS = { bad: CircleAlert, warning: TriangleAlert, good: CircleCheck };
const TONES = { bad: 'text-danger', warning: 'text-brass-ink', good: 'text-good' };

/** What should be mended before it leaves, the worst first. */
export function Preflight({ campaign, preview }: { campaign: Campaign; preview: TemplatePreview | undefined }) {
  const projectId = useProjectId();
  const { data: domains } = useRead(listDomains, { params: { projectId } });
  const gaps = useGaps(campaign);
  if (!preview || !domains || !gaps) {
    return (
      <Card title="Checks">
        <Skeleton className="h-5 w-40" />
      </Card>
    );
  }
  const findings = findingsOf({ campaign, preview, domains, gaps });
  const shown: Finding[] = findings.length > 0 ? findings : [{ severity: 'good', message: 'Nothing to mend.' }];
  return (
    <Card title="Checks" isFlush>
      <ul>
        {shown.map(({ severity, message }) => {
          const Icon = ICONS[severity];
          return (
            <li key={message} className="flex gap-3 border-b border-line px-4 py-2 text-sm last:border-b-0">
              <Icon className={`mt-0.5 size-4 shrink-0 ${TONES[severity]}`} aria-label={severity} />
              <span className="min-w-0 [overflow-wrap:anywhere]">{message}</span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
