// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AgeRange } from './age-range.tsx';

/** The searched ranges. */
let ends: number[][];

beforeEach(() => {
  vi.useFakeTimers();
  ends = [];
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function Ages() {
  const [value, setValue] = useState<[number, number]>([18, 99]);
  return (
    <>
      <AgeRange
        label="Age"
        value={value}
        onChange={setValue}
        onChangeEnd={(ages) => ends.push(ages)}
        min={18}
        max={99}
        valueText={value.join(' to ')}
        fromLabel="Youngest"
        toLabel="Oldest"
      />
      <button type="button" onClick={() => setValue([18, 99])}>
        Clear all
      </button>
    </>
  );
}

const youngest = () => screen.getByRole('slider', { name: /Youngest/ });
const shown = (words: string) => screen.queryByText(words) !== null;
const pass = (ms: number) => act(async () => vi.advanceTimersByTime(ms));
const key = (name: string) => {
  fireEvent.keyDown(youngest(), { key: name });
  fireEvent.keyUp(youngest(), { key: name });
};

it('reports a value set by a screen reader', async () => {
  render(<Ages />);
  fireEvent.change(youngest(), { target: { value: '26' } });
  expect(shown('26 to 99')).toBe(true);
  await pass(500);
  expect(ends).toEqual([[26, 99]]);
});

it('reports several key steps as one change', async () => {
  render(<Ages />);
  for (let years = 0; years < 3; years += 1) {
    key('ArrowRight');
    await pass(300);
  }
  expect([shown('21 to 99'), ends]).toEqual([true, []]);
  await pass(200);
  expect(ends).toEqual([[21, 99]]);
  await pass(5_000);
  expect(ends).toHaveLength(1);
});

it('reports a step on blur or unmount, but not after a reset from outside', async () => {
  const { unmount } = render(<Ages />);
  key('ArrowRight');
  fireEvent.blur(youngest());
  expect(ends).toEqual([[19, 99]]);
  key('ArrowRight');
  fireEvent.click(screen.getByRole('button', { name: 'Clear all' }));
  await pass(500);
  expect(ends).toHaveLength(1);
  key('PageUp');
  unmount();
  await pass(500);
  expect(ends).toEqual([
    [19, 99],
    [26, 99],
  ]);
});

it('reports a drag only when the pointer is released', async () => {
  render(<Ages />);
  const track = youngest().closest<HTMLElement>('.h-11');
  if (!track) throw new Error('no track');
  vi.spyOn(track, 'getBoundingClientRect').mockReturnValue({
    left: 0,
    top: 0,
    width: 81,
    height: 44,
  } as DOMRect);
  fireEvent.pointerDown(track, { clientX: 7, clientY: 22, button: 0, pointerId: 1, pointerType: 'mouse' });
  expect(shown('25 to 99')).toBe(true);
  await pass(2_000);
  expect(ends).toEqual([]);
  fireEvent.pointerUp(window, { pointerId: 1, pointerType: 'mouse' });
  expect(ends).toEqual([[25, 99]]);
  await pass(2_000);
  expect(ends).toHaveLength(1);
});
