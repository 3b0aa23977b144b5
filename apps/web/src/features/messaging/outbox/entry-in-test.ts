import type { OutboxEntry } from './outbox-store.ts';

/** For tests: a waiting message to Ada. */
export const WAITING: OutboxEntry = {
  order: 1,
  key: 'k',
  clientId: 'k',
  kind: 'text',
  member: 'm',
  profile: 'p',
  name: 'Ada',
  conversation: 'c',
  text: 'Hello',
  credits: 1,
  fictionalConfirmed: false,
  createdAt: 0,
  state: 'waiting',
};
