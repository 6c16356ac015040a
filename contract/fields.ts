import { z } from 'zod';

export const MAX_EMAIL_LENGTH = 254;

/** Trimmed and lower-cased: an address has one spelling in a project. */
export const email = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.email().max(MAX_EMAIL_LENGTH))
  .meta({ format: 'email', maxLength: MAX_EMAIL_LENGTH });

/** Of any version and variant: an id that could exist is answered 404, not 422. */
export const uuid = z.guid('Invalid uuid');

export const isoDate = z.string().describe('ISO 8601 with milliseconds and Z');

/** Free-form JSON object; what is stored of it is decided by the contact data write rules. */
export const contactData = z.record(z.string(), z.unknown());

/** Text of a query parameter → integer inside [min, max]; anything that is not a number gives the fallback. */
export const clampedInt = (fallback: number, { min = 1, max = Number.MAX_SAFE_INTEGER } = {}) =>
  z
    .string()
    .optional()
    .transform((text) => {
      const number = Number.parseInt(text ?? '', 10) || fallback;
      return Math.min(Math.max(number, min), max);
    })
    .meta({
      type: 'integer',
      default: fallback,
      minimum: min,
      ...(max < Number.MAX_SAFE_INTEGER ? { maximum: max } : {}),
    });

/** A query value out of a list; an unrecognised one falls back instead of failing. */
export const oneOfOr = <const T extends readonly [string, ...string[]]>(options: T, fallback: T[number]) =>
  z
    .string()
    .optional()
    .transform((text): T[number] => options.find((option) => option === text) ?? fallback)
    .meta({ enum: [...options], default: fallback });

/** `true` or `false` as text; anything else counts as not given. */
export const optionalFlag = z
  .string()
  .optional()
  .transform((text) => (text === 'true' ? true : text === 'false' ? false : undefined))
  .meta({ type: 'boolean' });
