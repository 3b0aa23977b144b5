// @vitest-environment happy-dom
import { cleanAbout } from '@heartline/domain';
import { act } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderPageHook } from '../../testing/render-page.tsx';
import { useTypedText } from './own-fields.tsx';

/** The saved texts, in order. */
let saves: string[];
let page: ReturnType<typeof open>;

/** The field. `setSaved`: the server answers, or another device changed the text; it now has this one. */
function open() {
  return renderPageHook(() => {
    const [saved, setSaved] = useState('I like');
    const save = (text: string) => {
      saves.push(text);
      // Shown at once; the answer comes later.
      setSaved(text);
    };
    return { field: useTypedText(saved, { save, clean: cleanAbout, isUnreached: false }), setSaved };
  });
}
const now = () => page.result.current;

beforeEach(() => {
  vi.useFakeTimers();
  saves = [];
  page = open();
});

const type = (text: string) => act(async () => now().field.onChange(text));
const pass = (ms: number) => act(async () => vi.advanceTimersByTime(ms));
const answer = () => act(async () => now().setSaved(cleanAbout(saves.at(-1) ?? '') ?? ''));

it.each([
  ['a trailing space', 'I like tea '],
  ['trailing line breaks', 'I like tea\n\n'],
  ['a space before a line break', 'I like \ntea'],
])('keeps %s in the field, although it is saved without, and saves it once', async (_what, text) => {
  await type(text);
  await pass(1_200);
  await answer();
  expect(now().field.value).toBe(text);
  await pass(60_000);
  expect(saves).toEqual([text]);
  await type(`${text}and you`);
  expect(now().field.value).toBe(`${text}and you`);
});

it('shows a text saved on another device, unless another is being typed here', async () => {
  await act(async () => now().setSaved('Coffee first.'));
  expect(now().field.value).toBe('Coffee first.');
  await type('Tea first.');
  await act(async () => now().setSaved('Nothing first.'));
  expect(now().field.value).toBe('Tea first.');
});

it('saves the last text when the page is left at once, as by Back', async () => {
  await type('I like tea and');
  page.unmount();
  expect(saves).toEqual(['I like tea and']);
  open().unmount();
  expect(saves).toHaveLength(1);
});
