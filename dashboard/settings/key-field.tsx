import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';

/** A key, masked until it is asked for; copying gives the whole of it either way. */
export function KeyField({ name, value }: { name: string; value: string }) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <code className="flex h-9 min-w-0 flex-1 basis-[240px] items-center rounded-md border border-line bg-sunken px-3 font-mono text-xs">
        <span className="truncate">{isShown ? value : masked(value)}</span>
      </code>
      <Button size="lg" onClick={() => setIsShown(!isShown)} aria-label={`${isShown ? 'Hide' : 'Reveal'} ${name}`}>
        <Icon className="size-3.5" aria-hidden="true" />
        {isShown ? 'Hide' : 'Reveal'}
      </Button>
      <CopyButton text={value} what={name} className="h-9" />
    </div>
  );
}

/** sk_…1f9c: enough to tell two keys apart. */
const masked = (key: string): string => `${key.slice(0, 3)}${'•'.repeat(24)}${key.slice(-4)}`;
