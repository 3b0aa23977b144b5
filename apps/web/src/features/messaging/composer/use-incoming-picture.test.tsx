// @vitest-environment happy-dom
import { createRoot } from 'react-dom/client';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { useIncomingPicture } from './use-incoming-picture.ts';

const picture = new File(['x'], 'a.png', { type: 'image/png' });
const take = vi.fn<(picture: File) => void>();

function Page() {
  useIncomingPicture(take);
  return (
    <>
      <textarea />
      <div role="dialog">
        <input />
      </div>
    </>
  );
}

beforeAll(async () => {
  createRoot(document.body).render(<Page />);
  await vi.waitUntil(() => document.querySelector('input') && !arrive('drop', 'input', ['Files']));
});
beforeEach(() => void take.mockClear());

/** Something arrives at an element; whether the browser is left to do what it would. */
function arrive(kind: 'paste' | 'drop', at: string, types: string[], files = [picture]): boolean {
  const event = new Event(kind, { bubbles: true, cancelable: true });
  Object.assign(event, { [kind === 'paste' ? 'clipboardData' : 'dataTransfer']: { types, files } });
  return document.querySelector(at)?.dispatchEvent(event) ?? false;
}

it('takes a picture that is pasted, but not one of words that come with it', () => {
  arrive('paste', 'textarea', ['Files']);
  expect(take).toHaveBeenCalledExactlyOnceWith(picture);
  arrive('paste', 'textarea', ['text/plain', 'Files']);
  arrive('paste', 'textarea', ['text/plain'], []);
  expect(take).toHaveBeenCalledTimes(1);
});

it('takes a file that is dropped, and the page stays', () => {
  expect(arrive('drop', 'textarea', ['Files'])).toBe(false);
  expect(take).toHaveBeenCalledExactlyOnceWith(picture);
});

it('leaves what happens in a dialog to the dialog', () => {
  arrive('paste', 'input', ['Files']);
  expect(arrive('drop', 'input', ['Files'])).toBe(false);
  expect(take).not.toHaveBeenCalled();
});
