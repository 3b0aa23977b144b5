import { ProviderUnavailable } from '../ports.ts';
import { isLocalHost } from '../wiring/production-rules.ts';

const DEADLINE_MS = 4_000;
const MAX_ANSWER_BYTES = 262_144;

/** The whole answer of a provider; its body has at most 256 KiB. */
export interface BoundedAnswer {
  status: number;
  headers: Headers;
  text: string;
}

/** One request to a provider. */
export interface BoundedRequest {
  method?: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
}

/** @throws the error of its options when no whole answer came. */
export type BoundedFetch = (address: string, request?: BoundedRequest) => Promise<BoundedAnswer>;

export interface BoundedFetchOptions {
  /** Name of the account, for error messages. */
  account: string;
  /** Origins of the provider, such as `https://api.example.com`. Requests go nowhere else. */
  origins: readonly string[];
  /** Address of a local stand-in of the provider. With it, requests go only there, so a real provider gets no test key. */
  standIn?: string | undefined;
  /** Milliseconds for the whole answer; 4 s by default. */
  deadlineMs?: number;
  /** The error for a request without a whole answer; `ProviderUnavailable` of the account by default. */
  toError?(reason: string): Error;
}

/**
 * The only way to a payment or SMS provider: the whole answer must come within 4 s and have at most 256 KiB. Redirects are
 * refused, because they could carry the key to another host. Error messages contain no body, header or address.
 * @throws {TypeError} when the stand-in is not at localhost or 127.0.0.1.
 */
export function createBoundedFetch(options: BoundedFetchOptions): BoundedFetch {
  const { account, standIn, deadlineMs = DEADLINE_MS } = options;
  if (standIn !== undefined && !isLocalHost(URL.parse(standIn)?.hostname ?? '')) {
    throw new TypeError(`payment account ${account}: its url must be at localhost or 127.0.0.1`);
  }
  const origins = new Set(
    (standIn === undefined ? options.origins : [standIn]).map((url) => new URL(url).origin),
  );
  const unavailable =
    options.toError ?? ((reason) => new ProviderUnavailable(`payment account ${account}: ${reason}`));

  return async (address, request = {}) => {
    if (!origins.has(URL.parse(address)?.origin ?? '')) throw unavailable('address of another host');
    try {
      const response = await fetch(address, {
        ...request,
        redirect: 'error',
        signal: AbortSignal.timeout(deadlineMs),
      });
      const text = await readBounded(response);
      return { status: response.status, headers: response.headers, text };
    } catch (error) {
      // Without `cause`: Node.js puts header values into some messages, and the key is one.
      throw unavailable(reasonOf(error, deadlineMs));
    }
  };
}

/** The JSON of an answer. The error says nothing of the body. */
export function readJson(account: string, { status, text }: BoundedAnswer): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ProviderUnavailable(`payment account ${account}: answer ${status} is not JSON`);
  }
}

/** A bounded fetch in the shape of `fetch`, for SDKs that take their own. The request’s own signal is not followed. */
export function asFetch(bounded: BoundedFetch): typeof fetch {
  return async (input, init = {}) => {
    const address = input instanceof Request ? input.url : String(input);
    const { status, headers, text } = await bounded(address, {
      ...(init.method && { method: init.method }),
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(typeof init.body === 'string' && init.body !== '' && { body: init.body }),
    });
    return new Response(NO_BODY.has(status) ? null : text, { status, headers });
  };
}

/** `Response` refuses a body with these. */
const NO_BODY = new Set([204, 205, 304]);

class AnswerTooLarge extends Error {}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_ANSWER_BYTES) throw new AnswerTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Words of our own for what failed, and at most the code of a network error, such as `ECONNRESET`. */
function reasonOf(error: unknown, deadlineMs: number): string {
  if (error instanceof AnswerTooLarge) return `answer larger than ${MAX_ANSWER_BYTES / 1_024} KiB`;
  const { name, cause } = error as { name?: string; cause?: { code?: unknown; message?: unknown } };
  if (name === 'TimeoutError') return `no answer within ${deadlineMs} ms`;
  if (cause?.message === 'unexpected redirect') return 'redirect refused';
  return typeof cause?.code === 'string' ? `no connection (${cause.code})` : 'no connection';
}
