// @vitest-environment happy-dom
import type { ProfileCard } from '@heartline/contracts';
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { DeckControls } from './deck-controls.tsx';
import type { Deck } from './use-deck.ts';

beforeEach(() => {
  queryClient.setQueryData(keys.regions, []);
});

it('takes arrow keys that do something, and leaves the others to scrolling', () => {
  const done: string[] = [];
  const controls = (deck: Partial<Deck>) => (
    <DeckControls
      deck={deck as Deck}
      onDecide={(choice) => done.push(choice)}
      onUndo={() => done.push('undo')}
    />
  );
  /** The arrow keys that were taken. */
  const press = () =>
    ['ArrowLeft', 'ArrowRight', 'ArrowDown', 'ArrowUp'].filter((key) => !fireEvent.keyDown(window, { key }));
  const left = [{ id: 'a', name: 'Ann', age: 30 } as ProfileCard];
  const { rerender } = renderPage(controls({ left, canUndo: false }), { settings: {} });
  expect(press()).toEqual(['ArrowLeft', 'ArrowRight']);
  rerender(controls({ left: [], canUndo: true }));
  expect(press()).toEqual(['ArrowDown']);
  expect(done).toEqual(['pass', 'like', 'undo']);
  // A held key is one press: it must not like every card.
  rerender(controls({ left, canUndo: true }));
  expect(fireEvent.keyDown(window, { key: 'ArrowRight', repeat: true })).toBe(false);
  expect(done).toEqual(['pass', 'like', 'undo']);
});

it('names the top card with its fictional label, and says when none is left', () => {
  const controls = (left: readonly ProfileCard[], end?: string) => (
    <DeckControls
      deck={{ left, canUndo: false } as unknown as Deck}
      end={end}
      onDecide={() => {}}
      onUndo={() => {}}
    />
  );
  const fia = { id: 'f', name: 'Fia', age: 29, city: 'Graz', fictional: true } as ProfileCard;
  const { rerender, container } = renderPage(controls([fia]), { settings: {} });
  const said = () => container.querySelector('[aria-live]')?.textContent;
  expect(said()).toBe('Fia (Fictional), 29, Graz');
  expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Pass on Fia (Fictional)',
    'Undo last pass',
    'Like Fia (Fictional)',
  ]);
  rerender(controls([], 'You’ve seen everyone for now.'));
  expect(said()).toBe('You’ve seen everyone for now.');
});
