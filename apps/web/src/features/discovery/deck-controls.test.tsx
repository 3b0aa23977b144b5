// @vitest-environment happy-dom
import type { ProfileCard } from '@heartline/contracts';
import { fireEvent } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { DeckControls } from './deck-controls.tsx';
import type { Deck } from './use-deck.ts';

it('takes the arrow keys for what can be done, and leaves the page the others to scroll by', () => {
  const done: string[] = [];
  const controls = (deck: Partial<Deck>) => (
    <DeckControls
      deck={deck as Deck}
      onDecide={(choice) => done.push(choice)}
      onUndo={() => done.push('undo')}
    />
  );
  /** The keys that were taken, of all four. */
  const press = () =>
    ['ArrowLeft', 'ArrowRight', 'ArrowDown', 'ArrowUp'].filter((key) => !fireEvent.keyDown(window, { key }));
  const left = [{ id: 'a', name: 'Ann', age: 30 } as ProfileCard];
  const { rerender } = renderPage(controls({ left, canUndo: false }));
  expect(press()).toEqual(['ArrowLeft', 'ArrowRight']);
  rerender(controls({ left: [], canUndo: true }));
  expect(press()).toEqual(['ArrowDown']);
  expect(done).toEqual(['pass', 'like', 'undo']);
  // A key that is held down is one press: nobody likes everybody by it.
  rerender(controls({ left, canUndo: true }));
  expect(fireEvent.keyDown(window, { key: 'ArrowRight', repeat: true })).toBe(false);
  expect(done).toEqual(['pass', 'like', 'undo']);
});
