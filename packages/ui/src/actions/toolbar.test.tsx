// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Toolbar } from './toolbar.tsx';

afterEach(cleanup);

it('moves by arrow keys, and restores the last focused button', () => {
  render(
    <>
      <Toolbar label="Recently used">
        {['a', 'b', 'c'].map((name) => (
          <button type="button" key={name}>
            {name}
          </button>
        ))}
      </Toolbar>
      <button type="button">after</button>
    </>,
  );
  const button = (name: string) => screen.getByRole('button', { name });
  expect(screen.getByRole('toolbar', { name: 'Recently used' })).toBeTruthy();
  button('a').focus();
  fireEvent.keyDown(button('a'), { key: 'ArrowRight' });
  expect(document.activeElement).toBe(button('b'));
  // Tab leaves from the last button, wherever the focus was.
  fireEvent.keyDown(button('b'), { key: 'Tab' });
  expect(document.activeElement).toBe(button('c'));
  button('after').focus();
  button('c').focus();
  expect(document.activeElement).toBe(button('b'));
});
