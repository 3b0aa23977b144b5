// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useInboxKeys } from './use-inbox-keys.ts';

const keys = { next: vi.fn<() => void>(), skip: vi.fn<() => void>(), reply: vi.fn<() => void>() };

function Inbox() {
  useInboxKeys(keys);
  return (
    <>
      <textarea />
      <button type="button">Send</button>
    </>
  );
}

let page: HTMLElement;

beforeEach(() => {
  vi.clearAllMocks();
  page = render(<Inbox />).container;
});
afterEach(cleanup);

/** Presses a key with Alt on an element. Returns true if the browser may still type it. */
function press(on: 'textarea' | 'button', init: KeyboardEventInit): boolean {
  const event = new KeyboardEvent('keydown', { altKey: true, bubbles: true, cancelable: true, ...init });
  return (page.querySelector(on) as Element).dispatchEvent(event);
}

it.each([
  ['KeyN', 'n', 'next'],
  // An English Apple keyboard, and a Russian keyboard.
  ['KeyN', 'Dead', 'next'],
  ['KeyR', '®', 'reply'],
  ['KeyS', 'ы', 'skip'],
] as const)('handles Alt with %s (%s) while typing', (code, key, name) => {
  expect(press('textarea', { code, key })).toBe(false);
  expect(keys[name]).toHaveBeenCalledOnce();
});

it.each([
  ['KeyS', 'ś'],
  ['KeyN', 'Ń'],
  ['KeyS', 'ß'],
])('types %s as %s in a field, and handles it elsewhere', (code, key) => {
  expect(press('textarea', { code, key })).toBe(true);
  for (const done of Object.values(keys)) expect(done).not.toHaveBeenCalled();
  expect(press('button', { code, key })).toBe(false);
});
