// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPageHook } from '../../testing/render-page.tsx';
import { useFocusWhenDrawn } from './focus-when-drawn.ts';

const buttonOf = (name: string) => screen.queryByRole('button', { name });

it('focuses a rendered element at once, and a later one when it is rendered', async () => {
  const { result } = renderPageHook(useFocusWhenDrawn);
  const focus = (name: string) => result.current(() => buttonOf(name));
  render(<button type="button">Drawn</button>);
  focus('Drawn');
  expect(document.activeElement).toBe(buttonOf('Drawn'));
  focus('Not yet');
  render(<button type="button">Not yet</button>);
  await expect.poll(() => document.activeElement).toBe(buttonOf('Not yet'));
});
