// @vitest-environment happy-dom
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Row } from './conversation-rows.ts';
import { type OpenMenu, useMenuGestures } from './message-menu.tsx';

const onMenu = vi.fn<OpenMenu>();
const onQuote = vi.fn<() => void>();
const row = { key: 'k', message: { seq: 1 } } as Row;
let root: Root;

function Message() {
  return (
    <div {...useMenuGestures(row, onMenu)}>
      <button type="button" onClick={onQuote}>
        What it answers
      </button>
      <a href="#there">A link</a>
    </div>
  );
}

beforeEach(async () => {
  vi.clearAllMocks();
  root = createRoot(document.body);
  root.render(<Message />);
  await vi.waitUntil(() => document.querySelector('button'));
});
afterEach(() => root.unmount());

const at = (what: string) => document.querySelector(what) as HTMLElement;
const put = (what: string) =>
  at(what).dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'touch' }));
/** The finger is lifted, and the browser makes a press of it. */
function lift(what: string) {
  at(what).dispatchEvent(new PointerEvent('pointerup', { bubbles: true, pointerType: 'touch' }));
  at(what).dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }));
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

it('a key presses also after a long press that no press came of', async () => {
  put('button');
  await hold();
  at('button').dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 0 }));
  expect(onQuote).toHaveBeenCalledOnce();
});

it('a link keeps the menu of the browser', async () => {
  put('a');
  await hold();
  expect(onMenu).not.toHaveBeenCalled();
});
