import { createContext, type ReactNode, useContext, useId } from 'react';

interface FieldProps {
  label: string;
  help?: ReactNode;
  error?: string | undefined;
  /** At the far end of the label's line: a link, a counter. */
  aside?: ReactNode;
  /** For those who hear the page only; the place says it to the others. */
  isLabelHidden?: boolean;
  className?: string;
  /** One control of the kit: it finds its label, help and error by itself. */
  children: ReactNode;
}

interface FieldWiring {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
}

const Wiring = createContext<FieldWiring | undefined>(undefined);

/** What ties a control to the label, help and error of the Field around it. */
export const useFieldWiring = (): Partial<FieldWiring> => useContext(Wiring) ?? {};

/** Label above, help below, the error in its place. */
export function Field({ label, help, error, aside, isLabelHidden = false, className = '', children }: FieldProps) {
  const id = useId();
  const note = error ?? help;
  const wiring: FieldWiring = {
    id,
    ...(note ? { 'aria-describedby': `${id}-note` } : {}),
    ...(error ? { 'aria-invalid': true } : {}),
  };
  return (
    <div className={`flex min-w-0 flex-col gap-1.5 ${className}`}>
      <div className={isLabelHidden ? 'sr-only' : 'flex items-baseline justify-between gap-2'}>
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {aside && <span className="text-sm text-ink-soft">{aside}</span>}
      </div>
      <Wiring value={wiring}>{children}</Wiring>
      <div id={`${id}-note`} aria-live="polite" className={`text-sm ${error ? 'text-danger' : 'text-ink-soft'}`}>
        {note}
      </div>
    </div>
  );
}
