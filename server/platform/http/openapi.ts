import { z } from 'zod';
import { type Access, type AnyEndpoint, successStatuses } from '../../../contract/endpoint.ts';
import { errorEnvelope, legacyError } from '../../../contract/envelopes.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;
type Schemas = Record<string, JsonSchema>;

/** OpenAPI 3.1 out of the endpoint list: its schemas are JSON Schema 2020-12, which is what zod writes. */
export function openApi(endpoints: AnyEndpoint[], { serverUrl }: { serverUrl: string }) {
  const schemas: Schemas = { Error: outputSchema(errorEnvelope), LegacyError: outputSchema(legacyError) };
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] ??= {};
    (paths[path] as Record<string, unknown>)[endpoint.method.toLowerCase()] = operation(endpoint, schemas);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Posthorn API', version: '1.0.0', description: DESCRIPTION },
    servers: [{ url: serverUrl }],
    paths,
    components: {
      schemas,
      securitySchemes: {
        secretKey: { type: 'http', scheme: 'bearer', description: 'Secret key (sk_…). Keep it on your server.' },
        publicKey: { type: 'http', scheme: 'bearer', description: 'Public key (pk_…). Safe in browsers and apps.' },
        session: { type: 'apiKey', in: 'cookie', name: 'next_token', description: 'Set by POST /auth/login.' },
        projectHeader: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Project-Id',
          description: 'With a session: which of your projects.',
        },
      },
    },
  };
}

const DESCRIPTION =
  'Send transactional mail, track events, run campaigns and workflows. ' +
  'The project is derived from the key. Errors have one envelope; `error.requestId` helps support.';

function operation(endpoint: AnyEndpoint, schemas: Schemas) {
  const input = withSharedParts(inputSchema(endpoint.request), `${operationId(endpoint)}Request`, schemas);
  const { params, query, body } = (input.properties ?? {}) as Record<string, JsonSchema | undefined>;
  return {
    tags: [endpoint.tag],
    summary: endpoint.summary,
    operationId: operationId(endpoint),
    security: SECURITY[endpoint.access],
    parameters: [
      ...parametersOf(params, 'path'),
      ...parametersOf(query, 'query'),
      ...(endpoint.idempotent ? [IDEMPOTENCY_HEADER] : []),
    ],
    ...(body
      ? {
          requestBody: {
            required: (input.required ?? []).includes('body'),
            content: { [endpoint.upload ? 'multipart/form-data' : 'application/json']: { schema: body } },
          },
        }
      : {}),
    responses: responsesOf(endpoint, schemas),
  };
}

/** GET /contacts/:id → getContactsById: a name that client generators can use as it is. */
function operationId({ method, path }: AnyEndpoint): string {
  const words = path
    .split(/[/-]/)
    .map((part) => part.replace(/^:(\w)/, (_, first: string) => `by${first.toUpperCase()}`));
  const name = words.map((word) => word.replace(/\W/g, '')).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return method.toLowerCase() + name.join('');
}

const IDEMPOTENCY_HEADER = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'A key may be used once in 24 hours; a second use is answered 409',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

/** Each of the list will do; what is in one is needed together. */
const SECURITY: Record<Access, Record<string, string[]>[]> = {
  anyone: [],
  publicKey: [{ publicKey: [] }],
  secretKey: [{ secretKey: [] }],
  project: [{ secretKey: [] }, { session: [], projectHeader: [] }],
  session: [{ session: [] }],
  member: [{ session: [] }],
};

function parametersOf(schema: JsonSchema | undefined, place: 'path' | 'query') {
  const required = schema?.required ?? [];
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    const { description, ...rest } = property as JsonSchema;
    return {
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      ...(description ? { description } : {}),
      schema: rest,
    };
  });
}

function responsesOf(endpoint: AnyEndpoint, schemas: Schemas) {
  const reply = withSharedParts(outputSchema(endpoint.response), `${operationId(endpoint)}Reply`, schemas);
  const success = successStatuses(endpoint).map((status) => [
    String(status),
    status === 204
      ? { description: 'Done' }
      : {
          description: 'OK',
          content: { [endpoint.replyType ?? 'application/json']: { schema: reply } },
        },
  ]);
  const error = { description: 'Error', content: errorContent('Error') };
  const legacy = { '400': { description: 'Invalid request', content: errorContent('LegacyError') } };
  return { ...Object.fromEntries(success), ...(endpoint.legacyErrors ? legacy : {}), default: error };
}

const errorContent = (name: string) => ({
  'application/json': { schema: { $ref: `#/components/schemas/${name}` } },
});

/** A schema that contains itself refers to a part of its own; in this document parts live among the components. */
function withSharedParts({ $defs, ...schema }: JsonSchema, owner: string, schemas: Schemas): JsonSchema {
  if (!$defs) return schema;
  const nameOf = (key: string) => key.replace('__schema', `${owner}Part`);
  const moved = (part: unknown): JsonSchema =>
    JSON.parse(
      JSON.stringify(part).replace(/"#\/\$defs\/(\w+)"/g, (_, key: string) => `"#/components/schemas/${nameOf(key)}"`),
    );
  for (const [key, part] of Object.entries($defs)) schemas[nameOf(key)] = moved(part);
  return moved(schema);
}

function inputSchema(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    // zod leaves the default of a transformed value out; ours are given for the text of the query, so they hold.
    override: ({ zodSchema, jsonSchema }) => {
      const fallback = z.globalRegistry.get(zodSchema)?.default;
      if (fallback !== undefined) jsonSchema.default = fallback as never;
    },
  }) as JsonSchema;
}

function outputSchema(schema: z.ZodType) {
  const { $schema, ...json } = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' });
  return json;
}
