import { badRequest } from '../platform/errors.ts';

export type ContactData = Record<string, unknown>;

/** What a write does to the stored object: shallow, key by key. */
export interface DataChange {
  set: ContactData;
  remove: string[];
}

const RESERVED = new Set([
  'id',
  'plunk_id',
  'plunk_email',
  'email',
  'unsubscribeUrl',
  'subscribeUrl',
  'manageUrl',
  // Not of the contract: assigned to an object it is no field but its prototype.
  '__proto__',
]);

export const NO_CHANGE: DataChange = { set: {}, remove: [] };

/** The contact data write rules of api.md. */
export function planDataChange(data: ContactData | null | undefined): DataChange {
  const change: DataChange = { set: {}, remove: [] };
  for (const [key, value] of Object.entries(data ?? {})) {
    if (RESERVED.has(key) || value === '' || isTransient(value)) continue;
    if (value === null) change.remove.push(key);
    else {
      if (key === 'locale' && typeof value !== 'string') throw badRequest('data.locale must be a string');
      change.set[key] = value;
    }
  }
  return change;
}

/** The values as templates and workflows see them: `{ value, persistent: false }` is its value. */
export function unwrapTransient(data: ContactData): ContactData {
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, isTransient(value) ? value.value : value]),
  );
}

/** Reserved names mean what the service says, never what a request says. */
export function withoutReserved(data: ContactData): ContactData {
  return Object.fromEntries(Object.entries(data).filter(([key]) => !RESERVED.has(key)));
}

function isTransient(value: unknown): value is { value: unknown; persistent: false } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'value' in value &&
    'persistent' in value &&
    value.persistent === false
  );
}
