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
  ['own limit, which ends by itself', 'held', 'SPENDING_LIMIT', false],
  ['own pause, which ends by itself', 'held', 'SPENDING_PAUSED', false],
  ['own limit, marked failed by an earlier version', 'failed', 'SPENDING_LIMIT', true],
  ['credits', 'held', 'NOT_ENOUGH_CREDITS', true],
  ['conversation limit', 'held', 'CONVERSATION_LIMIT', true],
  ['changed price', 'failed', 'PRICE_CHANGED', true],
] as const)('asks for a decision only if the member can act: %s', async (_, state, code, needsMember) => {
  const held: Partial<Outbox> = { entries: () => [refused(state, code)], subscribe: () => () => {} };
  const opened = Promise.resolve(held as Outbox);
  setOutbox(opened);
  onTestFinished(() => setOutbox(undefined));
  await opened;
  renderPage(<OutboxRow />);
  const row = await screen.findByRole('button', { name: /1 message waiting to be sent/ });
  expect(row.textContent.includes('A message needs your decision')).toBe(needsMember);
});
