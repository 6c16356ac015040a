import type { ComponentProps } from 'react';

const LOOKS = {
  primary: 'bg-ink text-paper hover:bg-ink/85 border-transparent',
  plain: 'bg-paper text-ink border-line-strong hover:bg-hover',
  danger: 'bg-danger text-paper border-transparent hover:bg-danger/85',
};

const BASE =
  'inline-flex h-8 shrink-0 items-center justify-center gap-2 rounded-md border px-3 text-sm font-medium ' +
  'whitespace-nowrap transition-colors duration-100 disabled:opacity-50 disabled:pointer-events-none';

export function Button({
  look = 'plain',
  className = '',
  ...rest
}: ComponentProps<'button'> & { look?: keyof typeof LOOKS }) {
  return <button type="button" className={`${BASE} ${LOOKS[look]} ${className}`} {...rest} />;
}

/** A square with an icon; the label is for those who do not see it, and on hover. */
export function IconButton({ label, className = '', ...rest }: ComponentProps<'button'> & { label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={`inline-flex size-8 shrink-0 items-center justify-center rounded-md text-ink-soft transition-colors duration-100 hover:bg-hover hover:text-ink ${className}`}
      {...rest}
    />
  );
}
