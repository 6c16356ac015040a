import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

const LOOKS = {
  primary: 'bg-ink text-paper hover:bg-ink/85 border-transparent',
  plain: 'bg-paper text-ink border-line-strong hover:bg-hover',
  quiet: 'bg-transparent text-ink-soft border-transparent hover:bg-hover hover:text-ink',
  danger: 'bg-danger text-paper border-transparent hover:bg-danger/85',
  dangerQuiet: 'bg-transparent text-danger border-transparent hover:bg-danger-soft',
};

const SIZES = { sm: 'h-7 px-2 gap-1.5', md: 'h-8 px-3 gap-2', lg: 'h-9 px-4 gap-2' };

interface ButtonLook {
  look?: keyof typeof LOOKS | undefined;
  size?: keyof typeof SIZES | undefined;
}

const BASE =
  'inline-flex shrink-0 items-center justify-center rounded-md border text-sm font-medium whitespace-nowrap ' +
  'transition-colors duration-100 disabled:opacity-50 disabled:pointer-events-none aria-disabled:opacity-50';

const classOf = ({ look = 'plain', size = 'md' }: ButtonLook, className = '') =>
  `${BASE} ${LOOKS[look]} ${SIZES[size]} ${className}`;

export function Button({ look, size, className, ...rest }: ComponentProps<'button'> & ButtonLook) {
  return <button type="button" className={classOf({ look, size }, className)} {...rest} />;
}

/** A button that goes to a page of the dashboard: a true link, so that it opens in a new tab as well. */
export const LinkButton = createLink(ButtonAnchor);

function ButtonAnchor({ look, size, className, ...rest }: ComponentProps<'a'> & ButtonLook) {
  return <a className={classOf({ look, size }, className)} {...rest} />;
}

/** A square with an icon; the label is for those who do not see it, and on hover. */
export function IconButton({ label, className = '', ...rest }: ComponentProps<'button'> & { label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={`inline-flex size-8 shrink-0 items-center justify-center rounded-md text-ink-soft transition-colors duration-100 hover:bg-hover hover:text-ink disabled:pointer-events-none disabled:opacity-50 ${className}`}
      {...rest}
    />
  );
}
