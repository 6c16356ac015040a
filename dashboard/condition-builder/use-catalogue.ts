import { listFields } from '../../contract/contact-tools.ts';
import { listEventNames } from '../../contract/events.ts';
import { listSegments } from '../../contract/segments.ts';
import type { ComboboxOption } from '../ui/combobox.tsx';
import { useRead } from '../use-api.ts';
import { ACTIVITIES, type DataType } from './fields.ts';

const STANDARD: readonly ComboboxOption[] = [
  { value: 'email', label: 'Address', note: 'contact' },
  { value: 'subscribed', label: 'Subscribed', note: 'contact' },
  { value: 'createdAt', label: 'Added', note: 'contact' },
  { value: 'updatedAt', label: 'Changed', note: 'contact' },
];

const FRESH_MS = 30_000;

export interface Catalogue {
  options: readonly ComboboxOption[];
  typeOf: (field: string) => DataType | undefined;
}

/** Everything that can be asked about contacts: their fields with type and coverage, events, emails, segments. */
export function useCatalogue(): Catalogue {
  const { data: fields } = useRead(listFields, {}, { staleMs: FRESH_MS });
  const { data: events } = useRead(listEventNames, {}, { staleMs: FRESH_MS });
  const { data: segments } = useRead(listSegments, {}, { staleMs: FRESH_MS });
  const custom = fields?.fields.filter(({ isCustom }) => isCustom) ?? [];
  const types = new Map(custom.map(({ field, type }) => [dataName(field), type]));
  return {
    options: [
      ...STANDARD,
      ...custom.map(({ field, type, coverage }) => ({
        value: dataName(field),
        label: field.replace(/^data\./, ''),
        note: `${type} · ${coverage}% have it`,
      })),
      ...ACTIVITIES.map((each) => ({ ...each, note: 'email' })),
      ...(events?.eventNames ?? []).map((name) => ({ value: `event.${name}`, label: name, note: 'event' })),
      ...(segments ?? []).map(({ id, name }) => ({ value: `segment.${id}`, label: name, note: 'segment' })),
    ],
    typeOf: (field) => types.get(field),
  };
}

const dataName = (field: string): string => (field.startsWith('data.') ? field : `data.${field}`);
