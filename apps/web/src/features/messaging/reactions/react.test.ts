// @vitest-environment happy-dom
import type { Message } from '@heartline/contracts';
import { expect, it, vi } from 'vitest';
import { react } from './react.ts';

const asked = vi.hoisted(() => [] as { emoji: string | null; answer: (rev: number) => void }[]);

vi.mock('../../../client/api.ts', async (original) => ({
  ...(await original<object>()),
  call: (_contract: unknown, { emoji }: { emoji: string | null }) =>
    new Promise((resolve) => {
      asked.push({ emoji, answer: (rev) => resolve({ reaction: { member: 'me', emoji, rev } }) });
    }),
}));

const message: Message = {
  kind: 'text',
  conversation: 'c',
  seq: 1,
  sender: 'you',
  clientId: 'one',
  text: 'Hello',
  at: 0,
};

it('sends a second reaction only after the first is answered', async () => {
  const say = () => '';
  const first = react(message, 'me', '👍', say);
  const second = react(message, 'me', '❤️', say);
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]?.emoji).toBe('👍');
  asked[0]?.answer(1);
  await first;
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  expect(asked[1]?.emoji).toBe('❤️');
  asked[1]?.answer(2);
  await second;
});
