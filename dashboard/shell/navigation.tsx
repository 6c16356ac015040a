import { Link } from '@tanstack/react-router';
import { BookOpen } from 'lucide-react';
import { PLACES, type Place, SETTINGS, WITHOUT_ID } from './places.ts';

const ITEM =
  'flex h-8 w-full shrink-0 items-center gap-2.5 rounded-md px-2 text-sm text-ink-soft transition-colors duration-100 ' +
  'hover:bg-hover hover:text-ink aria-[current=page]:bg-hover aria-[current=page]:font-medium aria-[current=page]:text-ink';

const ICON = 'size-4 shrink-0';

interface NavigationProps {
  isNarrow?: boolean;
  onChoose?: (() => void) | undefined;
}

/** The places of the product; narrow, it shows icons alone. */
export function Navigation({ isNarrow = false, onChoose }: NavigationProps) {
  return (
    <nav aria-label="Main" className="flex min-h-0 flex-1 flex-col gap-0.5 overflow-y-auto p-2">
      {PLACES.map(({ heading, places }) => (
        <div key={heading ?? 'top'} className="flex flex-col gap-0.5">
          {heading && <Heading isNarrow={isNarrow}>{heading}</Heading>}
          {places.map((place) => (
            <PlaceLink key={place.label} place={place} isNarrow={isNarrow} onChoose={onChoose} />
          ))}
        </div>
      ))}
      <div className="mt-auto flex flex-col gap-0.5 pt-2">
        <PlaceLink place={SETTINGS} isNarrow={isNarrow} onChoose={onChoose} />
        <a href="/docs" className={ITEM} title="API reference">
          <BookOpen className={ICON} aria-hidden="true" />
          <span className={isNarrow ? 'sr-only' : ''}>API reference</span>
        </a>
      </div>
    </nav>
  );
}

function PlaceLink({ place, isNarrow, onChoose }: { place: Place } & NavigationProps) {
  const { label, to, Icon, isExact = false } = place;
  return (
    <Link
      from="/p/$projectId"
      to={to}
      params={WITHOUT_ID}
      activeOptions={{ exact: isExact, includeSearch: false }}
      className={ITEM}
      title={label}
      onClick={onChoose}
    >
      <Icon className={ICON} aria-hidden="true" />
      <span className={isNarrow ? 'sr-only' : ''}>{label}</span>
    </Link>
  );
}

function Heading({ isNarrow, children }: { isNarrow: boolean | undefined; children: string }) {
  if (isNarrow) return <div className="mx-2 my-1.5 h-px shrink-0 bg-line" role="presentation" />;
  return <p className="px-2 pt-3 pb-1 text-xs text-ink-faint">{children}</p>;
}
