import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../api.ts';
import { keys } from '../query-keys.ts';
import { answerOrPersisted } from './answer-or-persisted.ts';
import { readPersisted } from './persisted-store.ts';

vi.mock('./persisted-store.ts', () => ({ readPersisted: vi.fn<() => unknown>() }));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', () => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const ask = (asked: Promise<string>) => answerOrPersisted(new QueryClient(), keys.likes, asked);
const never = new Promise<never>(() => {});

it('does not wait for the database when the server answers', async () => {
  vi.mocked(readPersisted).mockReturnValue(never);
  expect(await ask(Promise.resolve('answer'))).toBe('answer');
});

it('takes a late answer when nothing is persisted or the database hangs', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  vi.mocked(readPersisted).mockResolvedValueOnce(undefined).mockReturnValueOnce(never);
  const both = [ask(promise), ask(promise)];
  await vi.advanceTimersByTimeAsync(10_000);
  resolve('late');
  expect(await Promise.all(both)).toEqual(['late', 'late']);
});

it('returns the persisted answer when the server is late or silent', async () => {
  vi.mocked(readPersisted).mockResolvedValue({ data: 'kept', at: 1 });
  const late = ask(never);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await late).toBe('kept');
  expect(await ask(Promise.reject(new ApiError(0, { code: 'UNAVAILABLE' })))).toBe('kept');
  await expect(ask(Promise.reject(new ApiError(403, { code: 'BLOCKED_BY' })))).rejects.toThrow();
});

it('fails in time when neither the server nor the database answers', async () => {
  vi.mocked(readPersisted).mockReturnValueOnce(never);
  const failing = ask(Promise.reject(new ApiError(0, { code: 'UNAVAILABLE' }))).catch(
    (error: unknown) => error,
  );
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await failing).toMatchObject({ code: 'UNAVAILABLE' });
});
