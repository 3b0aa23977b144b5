import { type CallContract, ERROR_STATUS, type ErrorCode, LIMITS } from '@heartline/contracts';
import { z } from 'zod';

type Json = Record<string, unknown>;

/** Refusals any call may answer, besides those its contract names. */
const EVERYWHERE: readonly ErrorCode[] = ['VALIDATION_FAILED', 'UNAVAILABLE', 'INTERNAL'];

/** The OpenAPI 3.1 page of these calls. Two calls that a query parameter tells apart share one operation. */
export function buildOpenApi(calls: readonly CallContract[]): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const { path, method } of calls) {
    const together = calls.filter((call) => call.path === path && call.method === method);
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(together) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Heartline',
      version: '1',
      description:
        'Made from the contracts in packages/contracts; do not edit. Bodies are JSON, said so exactly. Calls that ' +
        'change something are taken from our own pages only (Sec-Fetch-Site, else Origin).',
    },
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: '__Host-session' },
        operator: { type: 'apiKey', in: 'cookie', name: '__Host-operator' },
      },
      schemas: { Error: errorSchema },
    },
  };
}

function operation(calls: readonly CallContract[]): Json {
  const [first] = calls;
  if (!first) return {};
  const isQuery = first.method === 'GET';
  const isMembers = calls.some((call) => call.access === 'member' || call.access === 'signed-in');
  const oneOf = (schemas: Json[]): Json => (schemas.length === 1 ? (schemas[0] as Json) : { oneOf: schemas });
  return {
    operationId: calls.map((call) => call.name).join('Or'),
    summary: calls.map((call) => describe(call)).join(' '),
    tags: [...new Set(calls.map((call) => call.feature))],
    ...(isMembers && { security: [{ session: [] }] }),
    ...(calls.some((call) => call.access === 'operator') && { security: [{ operator: [] }] }),
    parameters: [
      ...calls.flatMap(whenParameters),
      ...(isMembers || calls.some((call) => call.refusals.includes('ANOTHER_MEMBER')) ? [MEANT_MEMBER] : []),
      ...calls.filter((call) => isQuery || call.body).flatMap(queryParameters),
    ],
    ...(!isQuery && {
      requestBody: {
        content: {
          ...(calls.some((call) => call.body) && {
            'image/*': { schema: { type: 'string', format: 'binary' } },
          }),
          ...(calls.some((call) => !call.body) && {
            'application/json': {
              schema: oneOf(calls.filter((call) => !call.body).map((call) => schemaOf(call.input))),
            },
          }),
        },
      },
    }),
    responses: {
      200: {
        description: 'Done.',
        content: {
          'application/json': { schema: oneOf(calls.map((call) => schemaOf(call.output, 'output'))) },
        },
      },
      ...refusals(calls),
    },
  };
}

function describe(call: CallContract): string {
  const when = Object.entries(call.when ?? {}).map(([name, value]) => `${name}=${value}`);
  const limit = call.limit && LIMITS[call.limit];
  const facts = [
    `For: ${call.access}.`,
    ...(limit ? [`At most ${limit.points} in ${limit.seconds} s by ${limit.by}.`] : []),
    ...(call.method === 'GET' && call.changesState ? ['Changes state.'] : []),
  ];
  return `${when.length > 0 ? `With ${when.join('&')}: ` : ''}${call.summary} ${facts.join(' ')}`;
}

/** Keeps a page from acting as somebody who signed in to the same browser after it was loaded. */
const MEANT_MEMBER: Json = {
  name: 'X-Member',
  in: 'header',
  required: false,
  description: 'Id of the member that is meant: refused with ANOTHER_MEMBER when another one is signed in.',
  schema: { type: 'string' },
};

function whenParameters(call: CallContract): Json[] {
  return Object.entries(call.when ?? {}).map(([name, value]) => ({
    name,
    in: 'query',
    required: false,
    schema: { const: value },
  }));
}

function queryParameters(call: CallContract): Json[] {
  const { properties = {}, required = [] } = schemaOf(call.input) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

function refusals(calls: readonly CallContract[]): Record<string, Json> {
  const codes = new Set<ErrorCode>([
    ...calls.flatMap((call) => [...call.refusals, ...doorRefusals(call)]),
    ...EVERYWHERE,
  ]);
  const byStatus: Record<string, ErrorCode[]> = {};
  for (const code of codes) (byStatus[ERROR_STATUS[code]] ??= []).push(code);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, named]) => [
      status,
      {
        description: named.toSorted().join(', '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
}

function doorRefusals(call: CallContract): ErrorCode[] {
  return [
    ...(call.access === 'member'
      ? (['AUTHENTICATION_REQUIRED', 'ANOTHER_MEMBER', 'ACCOUNT_DISABLED', 'NOT_CONFIRMED'] as const)
      : []),
    ...(call.access === 'signed-in'
      ? (['AUTHENTICATION_REQUIRED', 'ANOTHER_MEMBER', 'ACCOUNT_DISABLED'] as const)
      : []),
    ...(call.access === 'operator' ? (['AUTHENTICATION_REQUIRED'] as const) : []),
    ...(call.method !== 'GET' || call.changesState ? (['FOREIGN_ORIGIN'] as const) : []),
    ...(call.method !== 'GET' ? (['UNSUPPORTED_MEDIA_TYPE', 'PAYLOAD_TOO_LARGE'] as const) : []),
    // Sessions that nobody has are counted at every call that needs one.
    ...(call.limit || (call.access !== 'public' && call.access !== 'provider')
      ? (['RATE_LIMITED'] as const)
      : []),
  ];
}

/** A contract’s shape as JSON Schema, for a page that is read more than it is run. */
export function schemaOf(schema: unknown, io: 'input' | 'output' = 'input'): Json {
  const json: Json = z.toJSONSchema(schema as z.ZodType, { io, unrepresentable: 'any' });
  return Object.fromEntries(Object.entries(json).filter(([name]) => name !== '$schema'));
}

const errorSchema: Json = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { enum: Object.keys(ERROR_STATUS) },
        message: { type: 'string', description: 'The text in the caller’s language.' },
        values: { type: 'object', additionalProperties: { type: ['string', 'number'] } },
        fields: { type: 'object', additionalProperties: { type: 'string' } },
      },
    },
    authentication_required: {
      const: true,
      description: 'Only on the 403 that logs the member out silently.',
    },
  },
};
