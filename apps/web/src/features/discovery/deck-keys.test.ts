// @vitest-environment happy-dom
import { fireEvent } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPageHook } from '../../testing/render-page.tsx';
import { useDeckKeys } from './deck-keys.ts';

/** The keys that were taken, of those pressed on `element`. */
const taken = (keys: string[], element: Element | Window = window) =>
  keys.filter((key) => !fireEvent.keyDown(element, { key }));

it('takes keys that do something, once each, and leaves the others to scrolling', () => {
  const done: string[] = [];
  const hook = renderPageHook(() =>
    useDeckKeys({ ArrowLeft: () => done.push('pass'), ArrowRight: () => done.push('like') }),
  );
  expect(taken(['ArrowLeft', 'ArrowRight', 'ArrowDown', 'ArrowUp'])).toEqual(['ArrowLeft', 'ArrowRight']);
  // A held key is one press: it must not like every card.
  expect(fireEvent.keyDown(window, { key: 'ArrowRight', repeat: true })).toBe(false);
  expect(done).toEqual(['pass', 'like']);
  hook.unmount();
  expect(taken(['ArrowLeft'])).toEqual([]);
});

it('leaves Enter and Space to a focused button, and every key to a field or dialog', () => {
  const done: string[] = [];
  renderPageHook(() => useDeckKeys({ Enter: () => done.push('open'), ArrowLeft: () => done.push('pass') }));
  const [button, field] = [document.createElement('button'), document.createElement('input')];
  document.body.append(button, field);
  expect(taken(['Enter', 'ArrowLeft'], button)).toEqual(['ArrowLeft']);
  expect(taken(['Enter', 'ArrowLeft'], field)).toEqual([]);
  const dialog = document.createElement('dialog');
  dialog.open = true;
  document.body.append(dialog);
  expect(taken(['Enter', 'ArrowLeft'])).toEqual([]);
  expect(done).toEqual(['pass']);
  for (const element of [button, field, dialog]) element.remove();
});
