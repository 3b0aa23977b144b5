// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { lastChat, rememberChat } from './last-chat.ts';

it('returns to the last chat of the same member only', () => {
  const chat = { member: 'mara', path: '/chats/c', name: 'Jonas', at: 1 };
  rememberChat(chat);
  expect(lastChat('nele')).toBeNull();
  expect(lastChat('mara')).toEqual(chat);
});
