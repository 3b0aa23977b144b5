import { type DiscountCode, getDiscountCode } from '@heartline/contracts';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, call } from './api.ts';
import { keys, queryClient } from './query.ts';
import { sessionStore } from './storage.ts';

const STORED = 'discount-code';

const askFor = async (code: string, signal?: AbortSignal) =>
  (await call(getDiscountCode, { code }, signal ? { signal } : {})).discountcode;

/**
 * The discount code that the member typed, as the server answers it now (S7-034); null without one. The tab remembers
 * it, so it survives the provider's page and back. One that can't be used any more is forgotten.
 */
export const typedCodeQuery = queryOptions<DiscountCode | null>({
  queryKey: keys.discountCode,
  queryFn: async ({ signal }) => {
    const typed = sessionStore.get(STORED);
    if (typed === null) return null;
    try {
      return await askFor(typed, signal);
    } catch (error) {
      if (!isCodeRefused(error)) throw error;
      sessionStore.remove(STORED);
      return null;
    }
  },
  // Nothing to ask: prices need not wait.
  initialData: () => (sessionStore.get(STORED) === null ? null : undefined),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/**
 * Asks the server for the code that the member typed, and uses it from now on (S7-033).
 * @throws {ApiError} CODE_NOT_FOUND, CODE_USED or CODE_LIMIT; the code used before stays.
 */
export async function applyCode(typed: string): Promise<void> {
  const discount = await askFor(typed);
  if (discount) keepCode(discount);
}

/** Uses this code in the shop from now on. */
export function keepCode(discount: DiscountCode): void {
  sessionStore.set(STORED, discount.code);
  // A load of an earlier code must not replace it.
  void queryClient.cancelQueries({ queryKey: keys.discountCode });
  queryClient.setQueryData(keys.discountCode, discount);
}

/** Forgets the code: the member removed it, or it can’t be used any more. */
export function dropCode(): void {
  sessionStore.remove(STORED);
  void queryClient.cancelQueries({ queryKey: keys.discountCode });
  queryClient.setQueryData(keys.discountCode, null);
}

/** True if the server refused the code itself. */
export const isCodeRefused = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'CODE_NOT_FOUND' || error.code === 'CODE_USED');
