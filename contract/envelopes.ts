import { z } from 'zod';

export const fieldError = z.object({
  field: z.string().describe('Path of the field, joined by dots; empty for the whole body'),
  message: z.string(),
  code: z.string().describe('For example invalid_type, invalid_string, too_small, reserved_event'),
  received: z.string().optional(),
});
export type FieldError = z.infer<typeof fieldError>;

export const errorEnvelope = z.object({
  success: z.literal(false),
  error: z.object({
    code: z.string(),
    message: z.string(),
    statusCode: z.int(),
    requestId: z.string(),
    errors: z.array(fieldError).optional(),
    details: z.record(z.string(), z.unknown()).optional(),
    suggestion: z.string().optional(),
  }),
  timestamp: z.string(),
});
export type ErrorEnvelope = z.infer<typeof errorEnvelope>;

export const legacyError = z.object({ error: z.string() });

export const wrapped = <T extends z.ZodType>(data: T) => z.object({ success: z.literal(true), data });

/** `cursor` is there only when a next page exists; `total` is counted on the first page and 0 after it. */
export const cursorPage = <T extends z.ZodType>(item: T) =>
  z.object({ data: z.array(item), cursor: z.string().optional(), hasMore: z.boolean(), total: z.int() });

export const offsetPage = <T extends z.ZodType>(item: T) =>
  z.object({ data: z.array(item), total: z.int(), page: z.int(), pageSize: z.int(), totalPages: z.int() });

export const noContent = z.void();
