// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { renderPage } from '../../../testing/render-page.tsx';
import { PhotoSheet } from './photo-sheet.tsx';

it.each([
  [true, 'Whoever answers as Fia sees it blurred only.'],
  [false, 'Fia sees it blurred until they choose to look.'],
])(
  'says how much of a photo is seen: of a fictional profile (%s) nobody can uncover it',
  (fictional, words) => {
    vi.stubGlobal('fetch', () => new Promise(() => {}));
    vi.stubGlobal('createImageBitmap', () => new Promise(() => {}));
    const nothing = () => {};
    renderPage(
      <PhotoSheet
        conversation="c"
        content={{ picture: new Blob(), words: '' }}
        profile={{ id: 'p', name: 'Fia', fictional }}
        credits={3}
        onSend={nothing}
        onChooseAnother={nothing}
        onClose={nothing}
      />,
      { settings: { name: 'Heartline', photo_credits: 2, fictional_message_credits: 0 } },
    );
    expect(document.body.textContent).toContain(words);
  },
);
