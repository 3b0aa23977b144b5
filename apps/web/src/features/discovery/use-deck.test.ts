// @vitest-environment happy-dom
import type { ProfileCard } from '@heartline/contracts';
import { act } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPageHook } from '../../testing/render-page.tsx';
import { type Decision, useDeck } from './use-deck.ts';

const card = (id: string) => ({ id }) as ProfileCard;

it('gives each card once, undoes the last pass only, and puts refused ones back', async () => {
  const { result } = renderPageHook(() => useDeck(['a', 'b', 'a', 'c'].map(card)));
  const now = () => result.current;
  const left = () =>
    now()
      .left.map(({ id }) => id)
      .join('');
  const run = async (work: () => unknown) => act(async () => void work());
  expect(left()).toBe('abc');
  expect(now().canUndo).toBe(false);
  await run(() => now().decide('pass'));
  expect(left()).toBe('bc');
  await run(() => now().decide('like'));
  expect([left(), now().canUndo]).toEqual(['c', false]);
  await run(() => now().undo());
  expect(left()).toBe('c');
  await run(() => now().decide('pass'));
  expect([left(), now().canUndo]).toEqual(['', true]);
  await run(() => now().undo());
  expect(left()).toBe('c');
  let passed: Decision | undefined;
  await run(() => (passed = now().decide('pass')));
  await run(() => passed && now().putBack(passed));
  expect(left()).toBe('c');
  // Undone and decided again: the first decision fails late and puts nothing back.
  await run(() => (passed = now().decide('pass')));
  await run(() => now().undo());
  await run(() => now().decide('like'));
  await run(() => passed && now().putBack(passed));
  expect(left()).toBe('');
});
