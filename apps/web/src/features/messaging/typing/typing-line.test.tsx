// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { emitLive } from '../../../live/bus.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { followTyping, OVER_AFTER_MS } from './typing.ts';
import { TypingLine } from './typing-line.tsx';

const her = 'a'.repeat(24);
const conversation = 'c'.repeat(24);

/** Renders the typing line after row 7. `write` delivers a message of either member. */
function open() {
  const line = (newest: number) => <TypingLine conversation={conversation} name="Ada" newest={newest} />;
  const { container, rerender } = renderPage(line(7));
  const write = (sender: string, seq: number) => {
    act(() => emitLive('message:created', { message: { conversation, sender }, profile: her } as never));
    rerender(line(seq));
  };
  const place = () => container.firstElementChild?.classList;
  return {
    write,
    isOpen: () => place()?.contains('h-11'),
    isSlow: () => !place()?.contains('transition-none'),
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(followTyping());
});

const type = () => act(() => emitLive('conversation:typed', { conversation, profile: her }));

it('closes at once when their message arrives, and slowly when they just stop', () => {
  const { write, isOpen, isSlow } = open();
  type();
  expect([isOpen(), isSlow()]).toEqual([true, true]);
  write(her, 8);
  expect([isOpen(), isSlow()]).toEqual([false, false]);
  type();
  expect([isOpen(), isSlow()]).toEqual([true, true]);
  act(() => void vi.advanceTimersByTime(OVER_AFTER_MS));
  expect([isOpen(), isSlow()]).toEqual([false, true]);
});

it('stays open when the member sends a message', () => {
  const { write, isOpen, isSlow } = open();
  type();
  write('f'.repeat(24), 8);
  expect([isOpen(), isSlow()]).toEqual([true, true]);
  act(() => void vi.advanceTimersByTime(OVER_AFTER_MS));
  expect([isOpen(), isSlow()]).toEqual([false, true]);
});
