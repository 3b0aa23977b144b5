// @vitest-environment happy-dom
import type { ProfileCard } from '@heartline/contracts';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { DeckControls } from './deck-controls.tsx';
import type { Deck } from './use-deck.ts';

it('takes the arrow keys for what can be done, and leaves the page the others to scroll by', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  const done: string[] = [];
  const root = createRoot(document.body);
  const draw = (deck: Partial<Deck>) =>
    act(async () =>
      root.render(
        <I18nProvider i18n={i18n}>
          <DeckControls
            deck={deck as Deck}
            onDecide={(choice) => done.push(choice)}
            onUndo={() => done.push('undo')}
          />
        </I18nProvider>,
      ),
    );
  /** The keys that were taken, of all four. */
  const press = () =>
    ['ArrowLeft', 'ArrowRight', 'ArrowDown', 'ArrowUp'].filter(
      (key) => !dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true })),
    );
  const left = [{ id: 'a', name: 'Ann', age: 30 } as ProfileCard];
  await draw({ left, canUndo: false });
  expect(press()).toEqual(['ArrowLeft', 'ArrowRight']);
  await draw({ left: [], canUndo: true });
  expect(press()).toEqual(['ArrowDown']);
  expect(done).toEqual(['pass', 'like', 'undo']);
  // A key that is held down is one press: nobody likes everybody by it.
  await draw({ left, canUndo: true });
  const held = new KeyboardEvent('keydown', { key: 'ArrowRight', repeat: true, cancelable: true });
  expect(dispatchEvent(held)).toBe(false);
  expect(done).toEqual(['pass', 'like', 'undo']);
  await act(async () => root.unmount());
  vi.unstubAllGlobals();
});
