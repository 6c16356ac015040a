import { Monitor, Smartphone } from 'lucide-react';
import { IconButton } from '../ui/button.tsx';
import { useInboxUrl } from './use-inbox-url.ts';

const WIDTHS = [
  { width: undefined, label: 'Desktop width', Icon: Monitor },
  { width: 'phone', label: 'Phone width', Icon: Smartphone },
] as const;

/** Shows the HTML as wide as there is room, or as wide as a phone. */
export function WidthSwitch() {
  const { width, change } = useInboxUrl();
  return (
    <fieldset className="hidden shrink-0 rounded-md border border-line bg-paper p-0.5 md:flex">
      <legend className="sr-only">Width of the preview</legend>
      {WIDTHS.map(({ width: each, label, Icon }) => (
        <IconButton
          key={label}
          label={label}
          aria-pressed={width === each}
          onClick={() => change({ width: each })}
          className="h-6 w-8 rounded-sm aria-pressed:bg-hover aria-pressed:text-ink"
        >
          <Icon className="size-4" aria-hidden="true" />
        </IconButton>
      ))}
    </fieldset>
  );
}
