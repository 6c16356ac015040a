import { useNavigate } from '@tanstack/react-router';
import { FileText, Filter, type LucideIcon, Megaphone, Workflow } from 'lucide-react';
import { listCampaigns } from '../../contract/campaigns.ts';
import { listSegments } from '../../contract/segments.ts';
import { listTemplates } from '../../contract/templates.ts';
import { listWorkflows } from '../../contract/workflows.ts';
import { useRead } from '../use-api.ts';
import { PaletteGroup, PaletteItem } from './palette-group.tsx';

interface Kind {
  note: string;
  Icon: LucideIcon;
  to:
    | '/p/$projectId/campaigns/$id'
    | '/p/$projectId/templates/$id'
    | '/p/$projectId/workflows/$id'
    | '/p/$projectId/segments/$id';
}

const CAMPAIGN: Kind = { note: 'Campaign', Icon: Megaphone, to: '/p/$projectId/campaigns/$id' };
const TEMPLATE: Kind = { note: 'Template', Icon: FileText, to: '/p/$projectId/templates/$id' };
const WORKFLOW: Kind = { note: 'Workflow', Icon: Workflow, to: '/p/$projectId/workflows/$id' };
const SEGMENT: Kind = { note: 'Segment', Icon: Filter, to: '/p/$projectId/segments/$id' };

const MOST = 4;

/** Campaigns, workflows, templates and segments that are called so. */
export function ThingsByName({ words, onChoose }: { words: string; onChoose: () => void }) {
  const navigate = useNavigate({ from: '/p/$projectId' });
  const query = { search: words, pageSize: String(MOST) };
  const kept = { isKept: true, staleMs: 10_000 };
  const campaigns = useRead(listCampaigns, { query }, kept);
  const workflows = useRead(listWorkflows, { query }, kept);
  const templates = useRead(listTemplates, { query }, kept);
  const segments = useRead(listSegments, {}, kept);
  const isNamed = ({ name }: { name: string }) => name.toLowerCase().includes(words.toLowerCase());
  const found = [
    ...(campaigns.data?.data ?? []).filter(isNamed).map((thing) => ({ ...CAMPAIGN, thing })),
    ...(workflows.data?.data ?? []).filter(isNamed).map((thing) => ({ ...WORKFLOW, thing })),
    ...(templates.data?.data ?? []).filter(isNamed).map((thing) => ({ ...TEMPLATE, thing })),
    ...(segments.data ?? [])
      .filter(isNamed)
      .slice(0, MOST)
      .map((thing) => ({ ...SEGMENT, thing })),
  ];
  if (found.length === 0) return null;
  return (
    <PaletteGroup heading="By name">
      {found.map(({ note, Icon, to, thing: { id, name } }) => (
        <PaletteItem
          key={id}
          value={`${note} ${words} ${name} ${id}`}
          Icon={Icon}
          label={name}
          note={note}
          onSelect={() => {
            onChoose();
            void navigate({ to, params: { id } });
          }}
        />
      ))}
    </PaletteGroup>
  );
}
