import { Braces } from 'lucide-react';
import { listFields } from '../../contract/contact-tools.ts';
import { IconButton } from '../ui/button.tsx';
import { Menu, MenuHeading, MenuItem } from '../ui/menu.tsx';
import { useRead } from '../use-api.ts';

const LINKS = ['unsubscribeUrl', 'manageUrl', 'subscribeUrl'];

/** Variables that contacts really have, with how many have them. */
export function VariablePicker({ onPick }: { onPick: (text: string) => void }) {
  const { data } = useRead(listFields, {}, { staleMs: 30_000 });
  const custom = data?.fields.filter(({ isCustom }) => isCustom) ?? [];
  return (
    <Menu
      align="start"
      isFocusLeft
      trigger={
        <IconButton label="Variable" className="size-7!">
          <Braces className="size-4" aria-hidden="true" />
        </IconButton>
      }
    >
      <MenuHeading>Fields of the contact</MenuHeading>
      <MenuItem onSelect={() => onPick('{{email}}')}>email</MenuItem>
      {custom.map(({ field, coverage }) => {
        const name = field.replace(/^data\./, '');
        return (
          <MenuItem key={field} onSelect={() => onPick(coverage < 100 ? `{{${name} ?? ""}}` : `{{${name}}}`)}>
            <span className="min-w-0 flex-1 truncate">{name}</span>
            <span className="text-xs text-ink-faint">{coverage}%</span>
          </MenuItem>
        );
      })}
      <MenuHeading>Links</MenuHeading>
      {LINKS.map((name) => (
        <MenuItem key={name} onSelect={() => onPick(`{{${name}}}`)}>
          {name}
        </MenuItem>
      ))}
    </Menu>
  );
}
