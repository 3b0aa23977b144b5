// @vitest-environment happy-dom
import type { ErrorCode } from '@heartline/contracts';
import { screen } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import { renderPage } from '../../../testing/render-page.tsx';
import { WAITING } from './entry-in-test.ts';
import type { Outbox } from './outbox.ts';
import { OutboxRow } from './outbox-row.tsx';
import type { OutboxEntry } from './outbox-store.ts';
import { setOutbox } from './use-outbox.ts';

const refused = (state: OutboxEntry['state'], code: ErrorCode): OutboxEntry => ({
  ...WAITING,
  state,
  refusal: { code },
});

it.each([
  ['a limit of the member’s own, which ends by itself', 'held', 'SPENDING_LIMIT', false],
  ['a pause of the member’s own, which ends by itself', 'held', 'SPENDING_PAUSED', false],
  ['a limit, and was passed over by an earlier page', 'failed', 'SPENDING_LIMIT', true],
  ['credits, which the member may get', 'held', 'NOT_ENOUGH_CREDITS', true],
  ['room for a conversation, which Premium gives', 'held', 'CONVERSATION_LIMIT', true],
  ['a price the member may agree to', 'failed', 'PRICE_CHANGED', true],
] as const)('what waits for %s', async (_, state, code, needsMember) => {
  const held: Partial<Outbox> = { entries: () => [refused(state, code)], subscribe: () => () => {} };
  const opened = Promise.resolve(held as Outbox);
  setOutbox(opened);
  onTestFinished(() => setOutbox(undefined));
  await opened;
  renderPage(<OutboxRow />);
  const row = await screen.findByRole('button', { name: /1 message waiting to be sent/ });
  expect(row.textContent.includes('A message needs your decision')).toBe(needsMember);
});
