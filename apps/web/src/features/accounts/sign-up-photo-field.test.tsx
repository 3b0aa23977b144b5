// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { SignUpPhotoField } from './sign-up-photo-field.tsx';
import type { useSignUp } from './use-sign-up.ts';

type Form = ReturnType<typeof useSignUp>;

function Field() {
  const [photo, setPhoto] = useState<Form['photo']>();
  const choose = (blob?: Blob) => setPhoto(blob && { blob, key: 'k' });
  return <SignUpPhotoField form={{ photo, setPhoto: choose } as Form} />;
}

/** The browser reads the pixels of the next picture, only shows it, or fails. */
let browser: 'reads' | 'shows' | 'fails' = 'reads';
const unreadable = () => Promise.reject(new DOMException('no picture', 'EncodingError'));

beforeEach(() => {
  browser = 'reads';
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal('createImageBitmap', () =>
    browser === 'reads' ? Promise.resolve({ width: 800, height: 1000, close() {} }) : unreadable(),
  );
  Image.prototype.decode = () => (browser === 'fails' ? unreadable() : Promise.resolve());
});

function choose(name: string, type: string, bytes: number) {
  const file = new File([], name, { type });
  vi.spyOn(file, 'size', 'get').mockReturnValue(bytes);
  fireEvent.change(document.querySelector('input[type=file]') as Element, { target: { files: [file] } });
}

it('takes a photo of any size, and refuses a file that is not a picture', async () => {
  renderPage(<Field />);
  choose('letter.pdf', 'application/pdf', 5);
  expect(screen.getByRole('status').textContent).toContain('We couldn’t read this picture');
  expect(screen.queryByAltText('Your photo')).toBeNull();
  choose('photo.jpg', 'image/jpeg', 20_000_000);
  expect(await screen.findByAltText('Your photo')).toBeDefined();
  expect(screen.getByRole('status').textContent).not.toContain('picture');
  // The browser reports that it can't be shown.
  fireEvent.error(screen.getByAltText('Your photo'));
  expect(screen.getByRole('status').textContent).toContain('We couldn’t read this picture');
});

it('never shows the preview of a broken picture, and keeps the photo chosen before', async () => {
  renderPage(<Field />);
  choose('photo.jpg', 'image/jpeg', 1_000);
  const shown = (await screen.findByAltText<HTMLImageElement>('Your photo')).src;
  browser = 'fails';
  choose('broken.jpg', 'image/jpeg', 1_000);
  await screen.findByText(/We couldn’t read this picture/);
  expect(screen.getByAltText<HTMLImageElement>('Your photo').src).toBe(shown);
});

it('takes a picture that the browser shows without reading its pixels', async () => {
  browser = 'shows';
  renderPage(<Field />);
  choose('drawing.svg', 'image/svg+xml', 1_000);
  expect(await screen.findByAltText('Your photo')).toBeDefined();
});
