import { useNavigate } from '@tanstack/react-router';
import { BookOpen, Plus } from 'lucide-react';
import { PLACES, SETTINGS, SETTINGS_SECTIONS, WITHOUT_ID } from '../shell/places.ts';
import { PaletteGroup, PaletteItem } from './palette-group.tsx';

export function GoToCommands({ onChoose }: { onChoose: () => void }) {
  const navigate = useNavigate({ from: '/p/$projectId' });
  const places = [
    ...PLACES.flatMap((group) => group.places),
    ...SETTINGS_SECTIONS.map(({ label, to }) => ({ label: `Settings: ${label}`, to, Icon: SETTINGS.Icon })),
  ];
  return (
    <PaletteGroup heading="Go to">
      {places.map(({ label, to, Icon }) => (
        <PaletteItem
          key={label}
          value={`go to ${label}`}
          Icon={Icon}
          label={label}
          onSelect={() => {
            onChoose();
            void navigate({ to, params: WITHOUT_ID });
          }}
        />
      ))}
      <PaletteItem
        value="go to API reference docs"
        Icon={BookOpen}
        label="API reference"
        onSelect={() => location.assign('/docs')}
      />
    </PaletteGroup>
  );
}

/** Lists open their "new" dialog when the URL says ?new=1. */
const CREATABLE = [
  { label: 'New campaign', to: '/p/$projectId/campaigns' },
  { label: 'New workflow', to: '/p/$projectId/workflows' },
  { label: 'New template', to: '/p/$projectId/templates' },
  { label: 'New contact', to: '/p/$projectId/contacts' },
  { label: 'New segment', to: '/p/$projectId/segments' },
  { label: 'Add domain', to: '/p/$projectId/domains' },
] as const;

export function CreateCommands({ onChoose }: { onChoose: () => void }) {
  const navigate = useNavigate({ from: '/p/$projectId' });
  return (
    <PaletteGroup heading="Create">
      {CREATABLE.map(({ label, to }) => (
        <PaletteItem
          key={label}
          value={`create ${label}`}
          Icon={Plus}
          label={label}
          onSelect={() => {
            onChoose();
            void navigate({ to, search: { new: '1' } });
          }}
        />
      ))}
    </PaletteGroup>
  );
}
