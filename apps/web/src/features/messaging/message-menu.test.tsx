// @vitest-environment happy-dom
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
/** The finger is lifted, and the browser makes a press of it. */
function lift(role: string) {
  fireEvent.pointerUp(screen.getByRole(role), { pointerType: 'touch' });
  fireEvent.click(screen.getByRole(role), { detail: 1 });
}
const hold = () => new Promise((resolve) => setTimeout(resolve, 500));

it('a long press opens the menu and presses nothing that lies under the finger; the next press does', async () => {
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
  ['its message', 'paragraph', 'article'],
  ['the button that was held', 'button', 'button'],
])('after a long press the focus has a place to come back to: %s', async (_, held, back) => {
  put(held);
  await hold();
  onMenu.mock.lastCall?.[1].focus();
  expect(document.activeElement).toBe(screen.getByRole(back));
});

it('the finger that opened the menu does not take the focus out of it as it is lifted; the next one does', async () => {
  const down = () => fireEvent.mouseDown(screen.getByRole('paragraph'));
  put('paragraph');
  await hold();
  expect(down()).toBe(false);
  put('paragraph');
  expect(down()).toBe(true);
});

it('a key presses also after a long press that no press came of', async () => {
  put('button');
  await hold();
  fireEvent.click(screen.getByRole('button'), { detail: 0 });
  expect(onQuote).toHaveBeenCalledOnce();
});

it('a link keeps the menu of the browser', async () => {
  put('link');
  await hold();
  expect(onMenu).not.toHaveBeenCalled();
});

it('what is open over the page, such as its photo on the whole screen, is not the message', async () => {
  put('img');
  await hold();
  fireEvent.contextMenu(screen.getByRole('img'));
  expect(onMenu).not.toHaveBeenCalled();
});
