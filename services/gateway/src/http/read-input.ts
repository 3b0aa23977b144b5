import {
  type CallContract,
  type FieldError,
  ok,
  type Refusal,
  type Result,
  refuse,
} from '@heartline/contracts';

type Query = Record<string, unknown>;

/**
 * Parses the input of a call by its contract: the body, or the query of a GET and of a picture or raw body.
 * Refuses repeated names, unknown names, and a query on a call with a body.
 */
export function readInput(contract: CallContract, query: Query, body: unknown): Result<unknown> {
  const hasBody = contract.method !== 'GET' && contract.body === undefined;
  const { when = {} } = contract;
  // Without a prototype, so that no name means anything but itself.
  const rest: Query = Object.create(null);
  for (const [name, value] of Object.entries(query)) {
    const isOurs = Object.hasOwn(when, name);
    const isTwice = typeof value !== 'string';
    if (isTwice || (hasBody && !isOurs)) {
      return refuse('VALIDATION_FAILED', { fields: { [name]: 'INVALID' } });
    }
    if (!isOurs) rest[name] = value;
  }
  const parsed = contract.input.safeParse(hasBody ? (body ?? {}) : rest);
  return parsed.success ? ok(parsed.data) : { ok: false, refusal: validationRefusal(parsed.error.issues) };
}

interface Issue {
  code?: string;
  path: readonly PropertyKey[];
  input?: unknown;
  keys?: readonly string[];
}

/** The refusal of invalid input, field by field; the same over HTTP and over the socket. */
export function validationRefusal(issues: readonly Issue[]): Refusal {
  const fields: Record<string, FieldError> = {};
  for (const issue of issues) {
    const names = issue.code === 'unrecognized_keys' ? (issue.keys ?? []) : [String(issue.path[0] ?? '')];
    for (const name of names) if (name.length <= 64) fields[name] ??= fieldError(issue);
  }
  return { code: 'VALIDATION_FAILED', fields };
}

function fieldError(issue: Issue): FieldError {
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'REQUIRED';
  return issue.code === 'too_big' ? 'TOO_LONG' : 'INVALID';
}
