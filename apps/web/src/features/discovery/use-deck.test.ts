// @vitest-environment happy-dom
import type { ProfileCard } from '@heartline/contracts';
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { type Deck, useDeck } from './use-deck.ts';

const card = (id: string) => ({ id }) as ProfileCard;

it('gives each card once, takes back the last pass only, and puts back what was refused', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  let deck: Deck | undefined;
  const Host = () => {
    deck = useDeck(['a', 'b', 'a', 'c'].map(card));
    return null;
  };
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(createElement(Host)));
  const left = () => deck?.left.map(({ id }) => id).join('');
  const run = async (work: () => unknown) => act(async () => void work());
  expect(left()).toBe('abc');
  expect(deck?.canUndo).toBe(false);
  await run(() => deck?.decide('pass'));
  expect(left()).toBe('bc');
  await run(() => deck?.decide('like'));
  expect([left(), deck?.canUndo]).toEqual(['c', false]);
  await run(() => deck?.undo());
  expect(left()).toBe('c');
  await run(() => deck?.decide('pass'));
  expect([left(), deck?.canUndo]).toEqual(['', true]);
  await run(() => deck?.undo());
  expect(left()).toBe('c');
  await run(() => deck?.putBack(card('b')));
  expect(left()).toBe('bc');
});
