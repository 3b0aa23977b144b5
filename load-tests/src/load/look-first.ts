import { once } from 'node:events';
import { type IncomingMessage, type RequestOptions, request } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { json } from 'node:stream/consumers';
import { logIn } from '@heartline/contracts';
import type { WorldFile } from '../../lib/world-file.ts';

/** Longest wait for one answer, in ms. */
const TIMEOUT_MS = 10_000;

/**
 * Checks gateways that run already before k6 uses them: each answers, is a gateway, and signs the first member in.
 * Throws an error that names the address and the cause.
 */
export async function lookFirst({
  gateways,
  members,
}: Pick<WorldFile, 'gateways' | 'members'>): Promise<void> {
  const [member] = members;
  for (const { origin, address } of gateways) {
    const headers = { host: new URL(origin).host, origin };
    const live = await asked(origin, `${address}/health/live`, { headers });
    if (live.status !== 200 || (live.body as { ok?: unknown } | undefined)?.ok !== true)
      throw new Error(
        `${origin} answers, and is no gateway: /health/live gave ${live.status}. --url takes the origin of one.`,
      );
    const { email, password } = member ?? {};
    const signedIn = await asked(origin, `${address}${logIn.path}`, {
      method: logIn.method,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    if (signedIn.status === 200) continue;
    const { error } = (signedIn.body ?? {}) as { error?: { code?: string } };
    throw new Error(
      `${origin} does not sign in ${email}: ${error?.code ?? signedIn.status}. ` +
        'FOREIGN_ORIGIN: the gateway has another PUBLIC_ORIGIN; anything else: look at --accounts.',
    );
  }
}

/** Sends one request. Uses `node:http`, since `fetch` always sends the host of the address. */
async function asked(origin: string, url: string, { body, ...options }: RequestOptions & { body?: string }) {
  const send = url.startsWith('https:') ? requestSecurely : request;
  const sent = send(url, { ...options, signal: AbortSignal.timeout(TIMEOUT_MS) }).end(body);
  try {
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: answer.statusCode ?? 0, body: await json(answer).catch(() => undefined) };
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    throw new Error(`${origin} can't be reached: ${code ?? message}. Does a gateway run there?`, {
      cause: error,
    });
  }
}
