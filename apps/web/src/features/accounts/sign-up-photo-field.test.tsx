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

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
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
