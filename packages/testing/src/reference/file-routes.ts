import {
  EXPORT_FILE_PATH,
  LIMITS,
  type LimitName,
  MAIL_OFF_PATH,
  RECEIPT_FILE_PATH,
  STATEMENT_FILE_PATH,
} from '@heartline/contracts';

type Json = Record<string, unknown>;

const error = (description: string): Json => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
});
const NOT_FOUND = error('NOT_FOUND: there is none, or not for who asks.');
const SESSION = [{ session: [] }];

function file(description: string, type: string): Json {
  return { description, content: { [type]: { schema: { type: 'string', format: 'binary' } } } };
}

const text = (name: string, description: string, required = false, where = 'query'): Json => ({
  name,
  in: where,
  required,
  description,
  schema: { type: 'string' },
});

function limited(name: LimitName): Json {
  const { points, seconds } = LIMITS[name];
  return {
    429: {
      ...error(`RATE_LIMITED: more than ${points} in ${seconds} s.`),
      headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } },
    },
  };
}

const TOKEN = text('t', 'The signed token of the link.', true);

/** Paths that serve files, pages or the state of a gateway. They are no calls of the contracts. */
export const FILE_ROUTES: Readonly<Record<string, Json>> = {
  '/media/{filename}': {
    get: {
      operationId: 'getPicture',
      summary: 'A picture of a member',
      description:
        'The bytes of a picture, as WebP. `filename` is taken from another answer exactly as it is; it has slashes in it. It is signed for the member who got it. A chat photo has an `ETag`: ask again with `If-None-Match`, since it can be taken back. Take `cdn_prefix` of the settings instead of `/media/` where they differ.',
      tags: ['profiles'],
      security: [{ session: [] }, { operator: [] }, {}],
      parameters: [
        text('filename', 'Path of the picture, as another answer gave it.', true, 'path'),
        text('for', 'Only for operators: the fictional profile whose pictures are looked at.'),
        text('If-None-Match', '`ETag` of a chat photo that the client holds.', false, 'header'),
      ],
      responses: {
        200: file('The picture.', 'image/webp'),
        304: { description: 'The chat photo is still the one that the client holds, and may be shown.' },
        404: NOT_FOUND,
        ...limited('media'),
      },
    },
  },
  [EXPORT_FILE_PATH]: {
    get: {
      operationId: 'getExportFile',
      summary: 'The archive of everything kept about the member',
      description:
        'The archive that `startExport` built, as a ZIP file. Only the session that asked for it gets it, for a day. It shares its limit with the statement as a table.',
      tags: ['accounts'],
      security: SESSION,
      responses: { 200: file('The archive.', 'application/zip'), 404: NOT_FOUND, ...limited('download') },
    },
  },
  [STATEMENT_FILE_PATH]: {
    get: {
      operationId: 'getStatementFile',
      summary: 'The whole credits statement as a table',
      description:
        'Every line of the credits statement as CSV in UTF-8, in the caller’s language. It shares its limit with the archive.',
      tags: ['credits'],
      security: SESSION,
      parameters: [
        text('zone', 'IANA time zone of the times, such as `Europe/Rome`; else that of the site.'),
        text('format', 'Language tag of the numbers, such as `de-CH`; else the caller’s language.'),
      ],
      responses: { 200: file('The table.', 'text/csv'), 404: NOT_FOUND, ...limited('download') },
    },
  },
  [RECEIPT_FILE_PATH]: {
    get: {
      operationId: 'getReceiptFile',
      summary: 'A receipt as a page to print',
      description:
        'The receipt of a payment, or with `turn` the credit note of its refund, in the caller’s language. A page without scripts.',
      tags: ['payments'],
      security: SESSION,
      parameters: [
        text('payment', 'Id of the payment.'),
        text('turn', 'Turn of the refund, for its credit note.'),
      ],
      responses: { 200: file('The page.', 'text/html'), 404: NOT_FOUND, ...limited('read') },
    },
  },
  [MAIL_OFF_PATH]: {
    get: {
      operationId: 'openMailOff',
      summary: 'The page that asks before mails of a kind are turned off',
      description: 'A page with one form, opened by the link in a mail. Looking changes nothing.',
      tags: ['notifications'],
      security: [],
      parameters: [TOKEN],
      responses: { 200: file('The page.', 'text/html'), 404: NOT_FOUND },
    },
    post: {
      operationId: 'turnMailOff',
      summary: 'Turns mails of a kind off, without a log-in',
      description:
        'One-click unsubscribe of RFC 8058, from any origin. The form that mail programs post is not read: the token says it all.',
      tags: ['notifications'],
      security: [],
      parameters: [TOKEN],
      requestBody: {
        description: 'What a mail program posts; not read.',
        content: { 'application/x-www-form-urlencoded': { schema: { type: 'object' } } },
      },
      responses: {
        200: file('The page that says so.', 'text/html'),
        404: NOT_FOUND,
        ...limited('write'),
      },
    },
  },
  '/health/live': {
    get: {
      operationId: 'getLiveness',
      summary: 'Whether the process answers',
      description: 'Answers as long as the process runs, whatever else fails.',
      tags: ['health'],
      security: [],
      responses: {
        200: {
          description: 'It answers.',
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['ok'],
                properties: { ok: { const: true, description: 'It answers.' } },
              },
            },
          },
        },
      },
    },
  },
  '/health/ready': {
    get: {
      operationId: 'getReadiness',
      summary: 'Whether the gateway can take visitors',
      description: 'Looks at each thing the gateway needs, for at most 2 s.',
      tags: ['health'],
      security: [],
      responses: {
        200: { description: 'Everything works.', content: readiness() },
        503: { description: 'Something does not work; `checks` says what.', content: readiness() },
      },
    },
  },
};

function readiness(): Json {
  return {
    'application/json': {
      schema: {
        type: 'object',
        required: ['ok', 'checks'],
        properties: {
          ok: { type: 'boolean', description: 'Whether everything works.' },
          checks: {
            type: 'object',
            description: '`ok` for each thing that works, else what is wrong with it.',
            additionalProperties: { type: 'string' },
          },
        },
      },
    },
  };
}
