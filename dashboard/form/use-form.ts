import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Endpoint, EndpointInput } from '../../contract/endpoint.ts';
import { ApiError, call } from '../api.ts';
import { invalidate } from '../use-api.ts';
import { type FieldMessages, messagesOf, problemsOf } from './field-messages.ts';

interface FormOptions<Values, In extends EndpointInput, Out, Reply> {
  endpoint: Endpoint<In, Out, Reply>;
  /** What the fields hold at first. */
  initial: Values;
  /** The call that the values make. */
  input: (values: Values) => In;
  invalidates?: readonly { method: string; path: string }[];
  onDone?: (reply: Reply, values: Values) => void;
}

export interface FormField<Value> {
  name: string;
  value: Value;
  onChange: (value: Value) => void;
  error: string | undefined;
}

export interface Form<Values> {
  values: Values;
  set: (changes: Partial<Values>) => void;
  /** For a control of the kit: <TextField label="Name" {...form.field('name')} />. */
  field: <Name extends keyof Values & string>(name: Name) => FormField<Values[Name]>;
  /** By path of the body, such as `from.email`. */
  errors: FieldMessages;
  /** What belongs to no field. */
  error: ApiError | undefined;
  isBusy: boolean;
  isDirty: boolean;
  /** Right now, also between two renders. */
  isDirtyNow: () => boolean;
  submit: () => void;
  reset: (values?: Values) => void;
}

/** A form on an endpoint: its request schema checks the values, the errors of the API come back to their fields. */
export function useForm<Values extends Record<string, unknown>, In extends EndpointInput, Out, Reply>({
  endpoint,
  initial,
  input,
  invalidates = [],
  onDone,
}: FormOptions<Values, In, Out, Reply>): Form<Values> {
  const client = useQueryClient();
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FieldMessages>({});
  const [error, setError] = useState<ApiError>();
  const [isBusy, setIsBusy] = useState(false);
  const { isDirty, isDirtyNow, markDirty } = useDirty();
  const set = (changes: Partial<Values>) => {
    setValues((now) => ({ ...now, ...changes }));
    setErrors((now) => without(now, Object.keys(changes)));
    markDirty(true);
  };
  const reset = (to: Values = initial) => {
    setValues(to);
    setErrors({});
    setError(undefined);
    markDirty(false);
  };
  const send = async () => {
    const request = input(values);
    const problems = problemsOf(endpoint.request, request);
    setErrors(problems);
    setError(undefined);
    if (Object.keys(problems).length > 0) return;
    setIsBusy(true);
    try {
      const reply = await call(endpoint, request);
      markDirty(false);
      const refreshed = invalidate(client, invalidates);
      onDone?.(reply, values);
      await refreshed;
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      setErrors(messagesOf(failure.fields));
      setError(failure);
    } finally {
      setIsBusy(false);
    }
  };
  return {
    values,
    set,
    field: (name) => ({
      name,
      value: values[name],
      onChange: (value) => set({ [name]: value } as unknown as Partial<Values>),
      error: errors[name],
    }),
    errors,
    error,
    isBusy,
    isDirty,
    isDirtyNow,
    submit: () => {
      if (!isBusy) void send();
    },
    reset,
  };
}

function useDirty() {
  const [isDirty, setIsDirty] = useState(false);
  const now = useRef(false);
  const markDirty = (is: boolean) => {
    now.current = is;
    setIsDirty(is);
  };
  return { isDirty, isDirtyNow: () => now.current, markDirty };
}

const without = (errors: FieldMessages, names: string[]): FieldMessages =>
  Object.fromEntries(Object.entries(errors).filter(([path]) => !names.some((name) => path.split('.')[0] === name)));
