// @vitest-environment happy-dom
import { fixedWait } from '@heartline/tooling/fixed-wait';
import { fireEvent, screen } from '@testing-library/react';
import { createPortal } from 'react-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import type { Row } from './conversation-rows.ts';
import { type OpenMenu, useMenuGestures } from './message-menu.tsx';

const onMenu = vi.fn<OpenMenu>();
const onQuote = vi.fn<() => void>();
const row = { key: 'k', message: { seq: 1 } } as Row;

function Message() {
  return (
    <article tabIndex={-1}>
      <div {...useMenuGestures(row, onMenu)}>
        <p>What it says</p>
        <button type="button" onClick={onQuote}>
          What it answers
        </button>
        <a href="#there">A link</a>
        {createPortal(<img alt="On the whole screen" />, document.body)}
      </div>
    </article>
  );
}

beforeEach(() => {
  vi.clearAllMocks();
  renderPage(<Message />);
});

const put = (role: string) => fireEvent.pointerDown(screen.getByRole(role), { pointerType: 'touch' });
/** Lifts the finger, which the browser turns into a click. */
function lift(role: string) {
  fireEvent.pointerUp(screen.getByRole(role), { pointerType: 'touch' });
  fireEvent.click(screen.getByRole(role), { detail: 1 });
}
/** Holds the finger down until the menu opens. */
const hold = () => vi.waitUntil(() => onMenu.mock.calls.length > 0);
const holdInVain = () => fixedWait(500, 'longer than a long press: no menu opens');

it('opens the menu on a long press and ignores the click of lifting the finger', async () => {
  put('button');
  await hold();
  expect(onMenu).toHaveBeenCalledOnce();
  lift('button');
  expect(onQuote).not.toHaveBeenCalled();
  put('button');
  lift('button');
  expect(onQuote).toHaveBeenCalledOnce();
});

it.each([
  ['the message', 'paragraph', 'article'],
  ['the pressed button', 'button', 'button'],
])('gives the focus back after a long press to %s', async (_, held, back) => {
  put(held);
  await hold();
  onMenu.mock.lastCall?.[1].focus();
  expect(document.activeElement).toBe(screen.getByRole(back));
});

it('keeps the focus in the menu when the finger is lifted, until the next press', async () => {
  const down = () => fireEvent.mouseDown(screen.getByRole('paragraph'));
  put('paragraph');
  await hold();
  expect(down()).toBe(false);
  put('paragraph');
  expect(down()).toBe(true);
  // Otherwise this press opens a menu during the next test.
  lift('paragraph');
});

it('accepts a key press after a long press without a click', async () => {
  put('button');
  await hold();
  fireEvent.click(screen.getByRole('button'), { detail: 0 });
  expect(onQuote).toHaveBeenCalledOnce();
});

it('keeps the browser menu of a link', async () => {
  put('link');
  await holdInVain();
  expect(onMenu).not.toHaveBeenCalled();
});

it('ignores presses on a full-screen photo of the message', async () => {
  put('img');
  await holdInVain();
  fireEvent.contextMenu(screen.getByRole('img'));
  expect(onMenu).not.toHaveBeenCalled();
});
