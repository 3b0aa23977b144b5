// @vitest-environment happy-dom
import { expect, it, onTestFinished, vi } from 'vitest';
import { keys, queryClient } from '../query.ts';
import { rememberSignedIn } from '../signed-in.ts';
import { answerOrPersisted } from './answer-or-persisted.ts';
import { persistAnswers } from './persist-answers.ts';
import { keepOnlyOf, persistQuery, readPersisted } from './persisted-store.ts';

vi.mock('./persisted-store.ts', () => ({
  keepOnlyOf: vi.fn<() => Promise<void>>(async () => undefined),
  persistedMember: async () => 'me',
  readPersisted: vi.fn<() => unknown>(),
  persistQuery: vi.fn<() => unknown>(),
  dropConversationsBut: async () => undefined,
}));

it('does not store a persisted answer again, which would look fresh', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  rememberSignedIn('1');
  vi.mocked(readPersisted).mockResolvedValue({ data: { likes: [] }, at: 1 });
  const never = new Promise<never>(() => {});
  const shown = queryClient.fetchQuery({
    queryKey: keys.likes,
    queryFn: () => answerOrPersisted(queryClient, keys.likes, never),
  });
  await vi.advanceTimersByTimeAsync(3_000);
  await shown;
  onTestFinished(persistAnswers('me'));
  queryClient.setQueryData(keys.settings, { settings: {} });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(vi.mocked(persistQuery).mock.calls.map(([{ queryKey }]) => queryKey)).toEqual([keys.settings]);
});

it('opens a store that failed at the start with the next change', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  rememberSignedIn('1');
  queryClient.clear();
  vi.mocked(persistQuery).mockClear();
  const lost = new DOMException('Connection to Indexed Database server lost', 'UnknownError');
  vi.mocked(keepOnlyOf).mockRejectedValueOnce(lost).mockRejectedValueOnce(lost);
  onTestFinished(persistAnswers('me'));
  queryClient.setQueryData(keys.settings, { settings: {} });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(persistQuery).not.toHaveBeenCalled();
  queryClient.setQueryData(keys.user, { user: {} });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(vi.mocked(persistQuery).mock.calls.map(([{ queryKey }]) => queryKey)).toEqual([
    keys.settings,
    keys.user,
  ]);
});
