import { useNavigate } from '@tanstack/react-router';
import { LogOut, Monitor, Moon, Sun, UserRound } from 'lucide-react';
import { signOut } from '../sign-in/sign-out.ts';
import { Menu, MenuHeading, MenuItem, MenuLine } from '../ui/menu.tsx';
import { useObserved } from '../ui/observed.ts';
import { useMe } from './signed-in.ts';
import { setTheme, THEMES, theme } from './theme.ts';

const ICONS = { system: Monitor, light: Sun, dark: Moon };
const LABELS = { system: 'Same as the system', light: 'Light', dark: 'Dark' };

/** Who is signed in: account, theme, sign out. */
export function UserMenu({ isNarrow = false }: { isNarrow?: boolean }) {
  const user = useMe();
  const chosen = useObserved(theme);
  const navigate = useNavigate();
  return (
    <Menu align="start" side="top" trigger={<Trigger email={user?.email ?? ''} isNarrow={isNarrow} />}>
      <MenuHeading>{user?.email}</MenuHeading>
      <MenuItem
        icon={<UserRound aria-hidden="true" />}
        onSelect={() => void navigate({ from: '/p/$projectId', to: '/p/$projectId/settings/account' })}
      >
        Account
      </MenuItem>
      <MenuLine />
      <MenuHeading>Theme</MenuHeading>
      {THEMES.map((each) => {
        const Icon = ICONS[each];
        return (
          <MenuItem key={each} icon={<Icon aria-hidden="true" />} onSelect={() => setTheme(each)}>
            <span className={each === chosen ? 'font-medium' : ''}>{LABELS[each]}</span>
            {each === chosen && <span className="sr-only">(chosen)</span>}
          </MenuItem>
        );
      })}
      <MenuLine />
      <MenuItem icon={<LogOut aria-hidden="true" />} onSelect={() => void signOut()}>
        Sign out
      </MenuItem>
    </Menu>
  );
}

function Trigger({ email, isNarrow, ...rest }: { email: string; isNarrow: boolean }) {
  return (
    <button
      type="button"
      title={email}
      className={`flex h-8 w-full min-w-0 items-center rounded-md text-sm text-ink-soft hover:bg-hover hover:text-ink ${isNarrow ? 'justify-center' : 'gap-2.5 px-2'}`}
      {...rest}
    >
      <span
        aria-hidden="true"
        className="flex size-5 shrink-0 items-center justify-center rounded-full bg-brass-soft text-xs font-semibold text-brass-ink uppercase"
      >
        {email.charAt(0)}
      </span>
      <span className="sr-only">Your account: </span>
      <span className={isNarrow ? 'sr-only' : 'min-w-0 truncate'}>{email}</span>
    </button>
  );
}
