import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { legacyError } from '../errors.ts';

const LIMITS = { files: 1, fields: 20, fieldSize: 10_000, headerPairs: 100 };

/** A route that takes multipart bodies. In a scope of its own: every other route goes on refusing them. */
export function routeUpload(
  app: FastifyInstance,
  options: RouteOptions,
  { maxFileBytes }: { maxFileBytes: number },
): void {
  app.register(async (scope) => {
    // Cut off, not refused, one byte too late: the client can finish its request and read why it is refused.
    const limits = { ...LIMITS, fileSize: maxFileBytes + 1 };
    await scope.register(multipart, { limits, throwFileSizeLimit: false });
    scope.addHook('preValidation', async (request) => {
      if (request.isMultipart()) request.body = await formOf(request);
    });
    scope.route(options);
  });
}

/** The fields of a form by name: text as text, a file as File. The last one of a name counts. */
async function formOf(request: FastifyRequest): Promise<Record<string, unknown>> {
  const form = new Map<string, unknown>();
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') form.set(part.fieldname, part.value);
      else form.set(part.fieldname, new File([await part.toBuffer()], part.filename, { type: part.mimetype }));
    }
  } catch (error) {
    // The parser has no name for most of what can be wrong with a body: nothing else is called in there.
    throw legacyError(400, `The multipart body cannot be read: ${(error as Error).message}`);
  }
  return Object.fromEntries(form);
}
