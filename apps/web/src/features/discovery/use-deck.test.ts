// @vitest-environment happy-dom
import type { ProfileCard } from '@heartline/contracts';
import { act } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPageHook } from '../../testing/render-page.tsx';
import { type Decision, useDeck } from './use-deck.ts';

const card = (id: string) => ({ id }) as ProfileCard;

it('gives each card once, undoes decisions in turn, and puts refused ones back', async () => {
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
  expect([left(), now().canUndo]).toEqual(['c', true]);
  await run(() => now().undo());
  await run(() => now().undo());
  expect([left(), now().canUndo]).toEqual(['abc', false]);
  await run(() => now().decide('pass'));
  await run(() => now().decide('like'));
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

it('keeps a like that became a match, and brings passed cards back together', async () => {
  const { result } = renderPageHook(() => useDeck(['a', 'b', 'c', 'd'].map(card)));
  const now = () => result.current;
  const left = () => now().left.map(({ id }) => id);
  const run = async (work: () => unknown) => act(async () => void work());
  await run(() => now().decide('pass'));
  let matched: Decision | undefined;
  await run(() => (matched = now().decide('like')));
  await run(() => matched && now().settle(matched));
  expect([left(), now().canUndo]).toEqual([['c', 'd'], false]);
  await run(() => now().decide('pass'));
  expect(now().passed.map(({ id }) => id)).toEqual(['a', 'c']);
  await run(() => now().again());
  expect([left(), now().passed]).toEqual([['a', 'c', 'd'], []]);
});
