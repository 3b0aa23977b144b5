// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderPage } from '../../../testing/render-page.tsx';
import { useIncomingPicture } from './use-incoming-picture.ts';

const picture = new File(['x'], 'a.png', { type: 'image/png' });
const take = vi.fn<(picture: File) => void>();

function Page() {
  useIncomingPicture(take);
  return (
    <>
      <textarea aria-label="Message" />
      <div role="dialog">
        <input aria-label="In a dialog" />
      </div>
    </>
  );
}

beforeEach(() => {
  take.mockClear();
  renderPage(<Page />);
});

/** Pastes or drops something on an element; false if the browser's default was prevented. */
function arrive(kind: 'paste' | 'drop', at: string, types: string[], files = [picture]): boolean {
  const carried = { [kind === 'paste' ? 'clipboardData' : 'dataTransfer']: { types, files } };
  return fireEvent[kind](screen.getByLabelText(at), carried);
}

it('takes a pasted picture, but not one that comes with text', () => {
  arrive('paste', 'Message', ['Files']);
  expect(take).toHaveBeenCalledExactlyOnceWith(picture);
  arrive('paste', 'Message', ['text/plain', 'Files']);
  arrive('paste', 'Message', ['text/plain'], []);
  expect(take).toHaveBeenCalledTimes(1);
});

it('takes a dropped file and stays on the page', () => {
  expect(arrive('drop', 'Message', ['Files'])).toBe(false);
  expect(take).toHaveBeenCalledExactlyOnceWith(picture);
});

it('ignores what is pasted or dropped in a dialog', () => {
  arrive('paste', 'In a dialog', ['Files']);
  expect(arrive('drop', 'In a dialog', ['Files'])).toBe(false);
  expect(take).not.toHaveBeenCalled();
});
