import { type CallContract, ERROR_STATUS, type ErrorCode, FIELD_ERRORS, LIMITS } from '@heartline/contracts';
import { errorText } from '@heartline/i18n/server';
import { type ContractSchemas, createContractSchemas, type JsonSchema } from './contract-schemas.ts';
import { FILE_ROUTES } from './file-routes.ts';
import { GUIDE, TAGS } from './openapi-guide.ts';

type Json = Record<string, unknown>;

/** Refusals any call may answer, besides those its contract names. */
const EVERYWHERE: readonly ErrorCode[] = ['VALIDATION_FAILED', 'UNAVAILABLE', 'INTERNAL'];

/**
 * The OpenAPI 3.1 document of these calls. Calls that share a path but differ in a query parameter have their own
 * path items, with that query in the name.
 */
export function buildOpenApi(calls: readonly CallContract[]): Json {
  const schemas = createContractSchemas();
  const paths: Record<string, Json> = {};
  for (const call of calls) {
    const path = pathOf(call);
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call, schemas) };
  }
  return withoutUnused({
    openapi: '3.1.0',
    info: {
      title: 'Heartline',
      version: '1',
      summary: 'Every call of a Heartline site.',
      description: GUIDE,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [
      { url: 'http://a.localhost:3001', description: 'First gateway of the demo (`npm start`).' },
      { url: 'http://b.localhost:3002', description: 'Second gateway of the demo.' },
      {
        url: 'https://{host}',
        description: 'A site in production.',
        variables: { host: { default: 'heartline.example', description: 'Host name of the site.' } },
      },
    ],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: { ...paths, ...FILE_ROUTES },
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-session',
          description: 'Session of a member, set by `POST /api/user.php`.',
        },
        operator: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-operator',
          description: 'Session of an operator, set by `POST /api/operator-login.php`.',
        },
      },
      parameters: PARAMETERS,
      headers: HEADERS,
      schemas: { ...schemas.components(), Error: errorSchema() },
    },
  });
}

/** Query-only shapes are inlined, so nothing refers to them; this removes them. */
function withoutUnused<Document extends { paths: Json; components: { schemas: Json } }>(
  document: Document,
): Document {
  const { schemas } = document.components;
  const used = new Set<string>();
  const collect = (part: unknown) => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      collect(schemas[name]);
    }
  };
  collect(document.paths);
  const usedSchemas = Object.entries(schemas).filter(([name]) => used.has(name));
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(usedSchemas) } };
}

function pathOf({ path, when }: CallContract): string {
  return when ? `${path}?${new URLSearchParams(when).toString()}` : path;
}

function operation(call: CallContract, schemas: ContractSchemas): Json {
  const parameters = [
    ...(isMembers(call) || call.refusals.includes('ANOTHER_MEMBER') ? ['X-Member'] : []),
    ...(changesState(call) && call.access !== 'provider' ? ['Origin'] : []),
  ].map((name) => ({ $ref: `#/components/parameters/${name}` }));
  const body = bodyOf(call, schemas);
  return {
    operationId: call.name,
    summary: firstSentence(call.summary),
    description: `${call.summary}\n\n${factsOf(call).join(' ')}`,
    tags: [call.feature],
    security: securityOf(call),
    parameters: [...parameters, ...(isInQuery(call) ? queryParameters(call, schemas) : [])],
    ...(body && { requestBody: body }),
    responses: {
      200: {
        description: 'Done.',
        content: { 'application/json': { schema: schemas.of(call, 'output') } },
      },
      ...refusals(call),
    },
  };
}

/**
 * A title for lists of calls: the text before the first full stop, colon or semicolon that is followed by a space.
 */
function firstSentence(text: string): string {
  return (text.split(/[.:;](?: |$)/, 1)[0] ?? text).trim();
}

function isMembers({ access }: CallContract): boolean {
  return access === 'member' || access === 'signed-in';
}

function isInQuery({ method, body }: CallContract): boolean {
  return method === 'GET' || body !== undefined;
}

const changesState = (call: CallContract) => call.method !== 'GET' || call.changesState === true;

function securityOf(call: CallContract): Json[] {
  if (isMembers(call)) return [{ session: [] }];
  return call.access === 'operator' ? [{ operator: [] }] : [];
}

function factsOf(call: CallContract): string[] {
  const limit = call.limit && LIMITS[call.limit];
  const key = ['clientId', 'key'].find((name) => name in shapeOf(call));
  return [
    `For: ${call.access}.`,
    ...(limit ? [`At most ${limit.points} in ${limit.seconds} s by ${countedBy(call, limit.by)}.`] : []),
    ...(call.method === 'GET' && call.changesState ? ['Changes state.'] : []),
    ...(key && call.method === 'POST' ? [`Safe to repeat with the same \`${key}\`.`] : []),
  ];
}

/** Callers without a session are counted by network, whatever the limit of a member is. */
function countedBy(call: CallContract, by: string): string {
  return call.access === 'public' ? 'network' : by;
}

function shapeOf({ input }: CallContract): object {
  return (input as { shape?: object }).shape ?? {};
}

function bodyOf(call: CallContract, schemas: ContractSchemas): Json | undefined {
  if (call.method === 'GET') return undefined;
  if (call.body === 'picture') {
    const bytes = { schema: { type: 'string', format: 'binary' } };
    return {
      required: true,
      description: 'The bytes of one picture (JPEG, PNG, WebP, GIF or AVIF), with `Content-Length`.',
      content: { 'image/*': bytes, 'application/octet-stream': bytes },
    };
  }
  if (call.body === 'raw') {
    return {
      required: true,
      description: 'What the provider sends, as the provider documents it. Its raw bytes are proven.',
      content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
    };
  }
  return {
    required: Object.keys(shapeOf(call)).length > 0,
    content: { 'application/json': { schema: schemas.of(call, 'input') } },
  };
}

/** Query values are text, but the schema is that of the value. A list is one text with commas. */
function queryParameters(call: CallContract, schemas: ContractSchemas): Json[] {
  const { properties = {}, required = [] } = schemas.resolve(schemas.of(call, 'input', 'output'));
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    description,
    ...(schema.type === 'array' && { style: 'form', explode: false }),
    schema,
  }));
}

const PARAMETERS: Record<string, Json> = {
  'X-Member': {
    name: 'X-Member',
    in: 'header',
    required: false,
    description: 'Id of the member that is meant: refused with ANOTHER_MEMBER when another one is signed in.',
    schema: { type: 'string', pattern: '^[0-9a-f]{24}$' },
  },
  Origin: {
    name: 'Origin',
    in: 'header',
    required: false,
    description:
      'The site’s own origin, such as `http://a.localhost:3001`. Browsers send it, or `Sec-Fetch-Site`, by themselves; any other client must, else it gets FOREIGN_ORIGIN.',
    schema: { type: 'string' },
  },
};

const HEADERS: Record<string, Json> = {
  RetryAfter: {
    description: 'Seconds after which to try again.',
    schema: { type: 'integer', minimum: 1 },
  },
};

function refusals(call: CallContract): Record<string, Json> {
  const codes = new Set<ErrorCode>([...call.refusals, ...accessRefusals(call), ...EVERYWHERE]);
  const byStatus: Record<string, ErrorCode[]> = {};
  for (const code of codes) (byStatus[ERROR_STATUS[code]] ??= []).push(code);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, named]) => [
      status,
      {
        description: named.toSorted().join(', '),
        ...(named.includes('RATE_LIMITED') && {
          headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } },
        }),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
}

function accessRefusals(call: CallContract): ErrorCode[] {
  return [
    ...(call.access === 'member'
      ? (['AUTHENTICATION_REQUIRED', 'ANOTHER_MEMBER', 'ACCOUNT_DISABLED', 'NOT_CONFIRMED'] as const)
      : []),
    ...(call.access === 'signed-in'
      ? (['AUTHENTICATION_REQUIRED', 'ANOTHER_MEMBER', 'ACCOUNT_DISABLED'] as const)
      : []),
    ...(call.access === 'operator' ? (['AUTHENTICATION_REQUIRED'] as const) : []),
    ...(changesState(call) && call.access !== 'provider' ? (['FOREIGN_ORIGIN'] as const) : []),
    ...(call.method !== 'GET' ? (['UNSUPPORTED_MEDIA_TYPE', 'PAYLOAD_TOO_LARGE'] as const) : []),
    // Invalid sessions are counted by every call that needs a session.
    ...(call.limit || (call.access !== 'public' && call.access !== 'provider')
      ? (['RATE_LIMITED'] as const)
      : []),
  ];
}

/** Every refusal with its status and its text for members, as a list. */
function refusalList(): string {
  return Object.entries(ERROR_STATUS)
    .map(([code, status]) => `- \`${code}\` (${status}): ${errorText('en', code as ErrorCode)}`)
    .join('\n');
}

function errorSchema(): JsonSchema {
  return {
    type: 'object',
    description: 'The body of every refusal.',
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        description: 'What is refused, and why.',
        required: ['code', 'message'],
        properties: {
          code: {
            enum: Object.keys(ERROR_STATUS),
            description: `Why, for programs. With status and English text:\n\n${refusalList()}`,
          },
          message: { type: 'string', description: 'The text in the caller’s language.' },
          values: {
            type: 'object',
            description:
              'Values of the text, such as the `credits` of PRICE_CHANGED or the `seconds` of RATE_LIMITED.',
            additionalProperties: { type: ['string', 'number'] },
          },
          fields: {
            type: 'object',
            description: 'What is wrong with each property of the input.',
            additionalProperties: { enum: [...FIELD_ERRORS] },
          },
        },
      },
      authentication_required: {
        const: true,
        description: 'Only on the 403 that says that there is no session any more.',
      },
    },
  };
}
