import { useQueryClient } from '@tanstack/react-query';
import { Eye, MousePointerClick, Play } from 'lucide-react';
import { useMemo } from 'react';
import { listActivity } from '../../contract/activity.ts';
import { getEmail, listEmails } from '../../contract/emails.ts';
import { Button } from '../ui/button.tsx';
import { Menu, MenuHeading, MenuItem } from '../ui/menu.tsx';
import { toast, toastError } from '../ui/toast.tsx';
import { invalidate } from '../use-api.ts';
import { trackedVisits, visit } from './tracked-visits.ts';

/** Plays the reader of a captured mail: asks for the very addresses that are in it. */
export function SimulateMenu({ html }: { html: string }) {
  const { pixel, links } = useMemo(() => trackedVisits(html), [html]);
  const client = useQueryClient();
  const play = async (path: string, done: string) => {
    try {
      await visit(path);
    } catch {
      toastError({ message: 'The server does not answer. Nothing was counted.' });
      return;
    }
    toast(done);
    await invalidate(client, [getEmail, listEmails, listActivity]);
  };
  return (
    <Menu
      trigger={
        <Button look="quiet" size="sm">
          <Play className="size-3.5" aria-hidden="true" />
          Simulate
        </Button>
      }
    >
      {!pixel && links.length === 0 && <MenuHeading>This mail is not tracked: a reader leaves no trace.</MenuHeading>}
      {pixel && (
        <MenuItem icon={<Eye aria-hidden="true" />} onSelect={() => void play(pixel, 'The mail was opened')}>
          Open the mail
        </MenuItem>
      )}
      {links.length > 0 && <MenuHeading>Click a link</MenuHeading>}
      {links.map(({ path, url }) => (
        <MenuItem
          key={path}
          icon={<MousePointerClick aria-hidden="true" />}
          onSelect={() => void play(path, 'The link was clicked')}
        >
          <span className="truncate">{url}</span>
        </MenuItem>
      ))}
    </Menu>
  );
}
