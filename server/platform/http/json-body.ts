import { isUtf8 } from 'node:buffer';
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

export const JSON_HINT = 'Send valid JSON with the header Content-Type: application/json.';

/** JSON is the only kind of body that every route takes; a route that wants another registers it for itself. */
export function parseJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, parseJson(body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
  app.addContentTypeParser('*', (request, _payload, done) => {
    if (hasNoBody(request) || request.is404) done(null, undefined);
    else done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE());
  });
}

/** Some clients name a type of content when they send none: PHP's and Ruby's, for example. */
const hasNoBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;

const BYTE_ORDER_MARK = 0xfeff;

/** Many clients announce JSON and send nothing (DELETE, POST without arguments): that is no body, not a broken one. */
function parseJson(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  if (!isUtf8(body)) throw malformed('The request body is not UTF-8');
  const text = body.toString('utf8');
  try {
    return JSON.parse(text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text);
  } catch {
    throw malformed('The request body is not valid JSON');
  }
}

/** The contract answers this code with 400 here, with 422 everywhere else. */
const malformed = (message: string): AppError =>
  new AppError('VALIDATION_ERROR', message, { status: 400, suggestion: JSON_HINT });
