// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { useRef, useState } from 'react';
import { expect, it } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { useFocusAfterRemoval } from './focus-after-removal.ts';

/** A list of letters. A press removes one; another can be added before them from outside. */
function List() {
  const [letters, setLetters] = useState('abc');
  const place = useRef<HTMLDivElement>(null);
  useFocusAfterRemoval(place);
  return (
    <>
      <div ref={place}>
        <h2 tabIndex={-1}>Letters</h2>
        <ul>
          {[...letters].map((letter) => (
            <li key={letter}>
              <button type="button" onClick={() => setLetters(letters.replace(letter, ''))}>
                {letter}
              </button>
            </li>
          ))}
        </ul>
      </div>
      <button type="button" onClick={() => setLetters(letters.slice(1))}>
        Drop the first
      </button>
    </>
  );
}

const focused = () => document.activeElement?.textContent;
const button = (name: string) => screen.getByRole('button', { name });
const remove = (letter: string) => {
  button(letter).focus();
  fireEvent.click(button(letter));
};

it('moves the focus to the next item, the last, then the heading on a removal', () => {
  renderPage(<List />);
  remove('b');
  expect(focused()).toBe('c');
  remove('c');
  expect(focused()).toBe('a');
  remove('a');
  expect(focused()).toBe('Letters');
});

it('leaves the focus alone when something else removes the item', () => {
  renderPage(<List />);
  fireEvent.click(button('Drop the first'));
  expect(document.activeElement).toBe(document.body);
  button('c').focus();
  fireEvent.click(button('Drop the first'));
  expect(focused()).toBe('c');
  button('Drop the first').focus();
  fireEvent.click(button('Drop the first'));
  expect(focused()).toBe('Drop the first');
});
