// @vitest-environment happy-dom
import type { ProfileCard } from '@heartline/contracts';
import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { DeckControls } from './deck-controls.tsx';
import type { Deck } from './use-deck.ts';

beforeEach(() => {
  queryClient.setQueryData(keys.regions, []);
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
