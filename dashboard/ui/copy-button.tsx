import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, IconButton } from './button.tsx';
import { copyText } from './copy-text.ts';

const SHOWN_MS = 1500;

interface CopyProps {
  text: string | (() => string);
  /** What is copied: "address", "Message-ID". */
  what: string;
  className?: string;
}

export function CopyIcon({ text, what, className = '' }: CopyProps) {
  const { isCopied, copy } = useCopy(text);
  const Icon = isCopied ? Check : Copy;
  return (
    <IconButton label={isCopied ? `Copied ${what}` : `Copy ${what}`} onClick={copy} className={`size-6! ${className}`}>
      <Icon className="size-3.5" aria-hidden="true" />
    </IconButton>
  );
}

export function CopyButton({ text, what, className = '' }: CopyProps) {
  const { isCopied, copy } = useCopy(text);
  const Icon = isCopied ? Check : Copy;
  return (
    <Button onClick={copy} aria-label={isCopied ? `Copied ${what}` : `Copy ${what}`} className={className}>
      <Icon className="size-3.5" aria-hidden="true" />
      {isCopied ? 'Copied' : 'Copy'}
    </Button>
  );
}

function useCopy(text: CopyProps['text']) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    await copyText(typeof text === 'string' ? text : text());
    setIsCopied(true);
  };
  return { isCopied, copy };
}
