// @vitest-environment happy-dom
import type { ProfileCard } from '@heartline/contracts';
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { type Deck, useDeck } from './use-deck.ts';

const card = (id: string) => ({ id }) as ProfileCard;

it('gives each card once, takes back the last pass only, and puts back what was refused', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const seen: Deck[] = [];
  const Host = ({ onDeck }: { onDeck: (deck: Deck) => void }) => {
    onDeck(useDeck(['a', 'b', 'a', 'c'].map(card)));
    return null;
  };
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(createElement(Host, { onDeck: (deck) => void seen.push(deck) })));
  const now = () => seen.at(-1);
  const left = () =>
    now()
      ?.left.map(({ id }) => id)
      .join('');
  const run = async (work: () => unknown) => act(async () => void work());
  expect(left()).toBe('abc');
  expect(now()?.canUndo).toBe(false);
  await run(() => now()?.decide('pass'));
  expect(left()).toBe('bc');
  await run(() => now()?.decide('like'));
  expect([left(), now()?.canUndo]).toEqual(['c', false]);
  await run(() => now()?.undo());
  expect(left()).toBe('c');
  await run(() => now()?.decide('pass'));
  expect([left(), now()?.canUndo]).toEqual(['', true]);
  await run(() => now()?.undo());
  expect(left()).toBe('c');
  await run(() => now()?.putBack(card('b')));
  expect(left()).toBe('bc');
});
