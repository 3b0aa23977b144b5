// @vitest-environment happy-dom
import { expect, it, onTestFinished, vi } from 'vitest';
import { keys, queryClient } from '../query.ts';
import { rememberSignedIn } from '../signed-in.ts';
import { answerOrKept } from './answer-or-kept.ts';
import { keepAnswers } from './keep-answers.ts';
import { keepOnlyOf, keepQuery, readKept } from './kept-store.ts';

vi.mock('./kept-store.ts', () => ({
  keepOnlyOf: vi.fn<() => Promise<void>>(async () => undefined),
  keptMember: async () => 'me',
  readKept: vi.fn<() => unknown>(),
  keepQuery: vi.fn<() => unknown>(),
  dropConversationsBut: async () => undefined,
}));

it('what is only shown as it was kept is not kept anew: it would look as if the server had just given it', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  rememberSignedIn('1');
  vi.mocked(readKept).mockResolvedValue({ data: { likes: [] }, at: 1 });
  const never = new Promise<never>(() => {});
  const shown = queryClient.fetchQuery({
    queryKey: keys.likes,
    queryFn: () => answerOrKept(queryClient, keys.likes, never),
  });
  await vi.advanceTimersByTimeAsync(3_000);
  await shown;
  onTestFinished(keepAnswers('me'));
  queryClient.setQueryData(keys.settings, { settings: {} });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(vi.mocked(keepQuery).mock.calls.map(([{ queryKey }]) => queryKey)).toEqual([keys.settings]);
});

it('a store that could not be opened as the page began is opened with what changes next', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  rememberSignedIn('1');
  queryClient.clear();
  vi.mocked(keepQuery).mockClear();
  const lost = new DOMException('Connection to Indexed Database server lost', 'UnknownError');
  vi.mocked(keepOnlyOf).mockRejectedValueOnce(lost).mockRejectedValueOnce(lost);
  onTestFinished(keepAnswers('me'));
  queryClient.setQueryData(keys.settings, { settings: {} });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(keepQuery).not.toHaveBeenCalled();
  queryClient.setQueryData(keys.user, { user: {} });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(vi.mocked(keepQuery).mock.calls.map(([{ queryKey }]) => queryKey)).toEqual([
    keys.settings,
    keys.user,
  ]);
});
