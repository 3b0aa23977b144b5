import type { z } from 'zod';
import { ProviderRefused, ProviderUnavailable } from '../ports.ts';
import {
  type BoundedAnswer,
  type BoundedFetchOptions,
  createBoundedFetch,
  readJson,
} from './bounded-fetch.ts';
import { keyAsUuid } from './key-as-uuid.ts';

/** The parts in which one provider's API over JSON differs from another's. */
export interface JsonApiOptions extends Pick<BoundedFetchOptions, 'account' | 'origins' | 'standIn'> {
  /** Headers of every request, made for each. */
  headers(): Readonly<Record<string, string>>;
  /** Statuses that say that there is no such thing. */
  missing: readonly number[];
  /** The definite no in an answer, with words about it; undefined if it may have been done. */
  refusalIn(answer: BoundedAnswer): { code: ProviderRefused['code']; detail: string } | undefined;
}

/** A request that changes something; the key makes it safe to repeat. */
interface Change {
  method?: 'POST' | 'DELETE';
  body?: object;
  key?: string | undefined;
  /** Opens a checkout: nothing was opened where our own key is refused, so another account may serve the member. */
  isOpening?: boolean;
}

export type JsonApi = ReturnType<typeof createJsonApi>;

/** Calls of one account at a provider whose answers are JSON of a known shape. */
export function createJsonApi({ account, origins, standIn, headers, missing, refusalIn }: JsonApiOptions) {
  const bounded = createBoundedFetch({ account, origins, standIn });
  const unavailable = (reason: string) => new ProviderUnavailable(`payment account ${account}: ${reason}`);

  return {
    account,
    unavailable,
    /**
     * Reads what is at an address; undefined if there is nothing.
     * @throws {ProviderUnavailable} when the answer is not as specified.
     */
    async get<T>(address: string, shape: z.ZodType<T>): Promise<T | undefined> {
      const answer = await bounded(address, { headers: headers() });
      if (missing.includes(answer.status)) return undefined;
      if (answer.status !== 200) throw unavailable(`status ${answer.status}`);
      return readShape(account, answer, shape);
    },
    /**
     * Changes something at an address.
     * @throws {ProviderRefused} when nothing was done and nothing will be.
     * @throws {ProviderUnavailable} when it may have been done.
     */
    async send<T>(
      address: string,
      shape: z.ZodType<T>,
      { method = 'POST', body, key, isOpening = false }: Change = {},
    ): Promise<T> {
      const answer = await bounded(address, {
        method,
        headers: {
          ...headers(),
          ...(body && { 'content-type': 'application/json' }),
          ...(key && { 'idempotency-key': keyAsUuid(key) }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      if (answer.status >= 200 && answer.status < 300) return readShape(account, answer, shape);
      const refusal = (isOpening && keyRefusalIn(answer)) || refusalIn(answer);
      if (!refusal) throw unavailable(`status ${answer.status}`);
      throw new ProviderRefused(refusal.code, `payment account ${account}: ${refusal.detail}`);
    },
    /**
     * Deletes what is at an address; nothing there is done as well.
     * @throws {ProviderUnavailable} when it may still be there.
     */
    async remove(address: string): Promise<void> {
      const { status } = await bounded(address, { method: 'DELETE', headers: headers() });
      const isGone = (status >= 200 && status < 300) || missing.includes(status);
      if (!isGone) throw unavailable(`status ${status}`);
    },
  };
}

/** Any other call waits until the operator mends the key: a refund that ended would give the credits back instead. */
const keyRefusalIn = ({ status }: BoundedAnswer) =>
  (status === 401 || status === 403) && ({ code: 'account', detail: `key refused (${status})` } as const);

/** The JSON of an answer in its shape. The error says nothing of the body. */
export function readShape<T>(account: string, answer: BoundedAnswer, shape: z.ZodType<T>): T {
  const parsed = shape.safeParse(readJson(account, answer));
  if (parsed.success) return parsed.data;
  throw new ProviderUnavailable(`payment account ${account}: answer is not as specified`);
}

/** The JSON of a webhook's bytes; undefined for bytes that are none. */
export function parseJsonBytes(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
