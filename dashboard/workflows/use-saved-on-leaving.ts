import { useEffect, useRef } from 'react';
import type { Form } from '../form/use-form.ts';

/** A form beside the graph is left by a click on another step: what was typed is kept, not asked about. */
export function useSavedOnLeaving<Values>(form: Form<Values>): void {
  const latest = useRef(form);
  useEffect(() => {
    latest.current = form;
  });
  useEffect(
    () => () => {
      if (latest.current.isDirtyNow()) latest.current.submit();
    },
    [],
  );
}
