// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { lastChat, rememberChat } from './last-chat.ts';

it('leads back who was there, and nobody who signed in to this tab without their log-out', () => {
  const chat = { member: 'mara', path: '/chats/c', name: 'Jonas', at: 1 };
  rememberChat(chat);
  expect(lastChat('nele')).toBeNull();
  expect(lastChat('mara')).toEqual(chat);
});
