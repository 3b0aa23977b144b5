// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { renderPage } from '../../../testing/render-page.tsx';
import { openSheet, sheets, useSheet } from '../composer/sheets.ts';
import { PhotoSheet } from './photo-sheet.tsx';

const nothing = () => {};
const picture = new Blob();

function Sheet({ content, fictional }: { content: { picture: Blob; words: string }; fictional: boolean }) {
  return (
    <PhotoSheet
      conversation="c"
      content={content}
      profile={{ id: 'p', name: 'Fia', fictional }}
      credits={3}
      onSend={nothing}
      onChooseAnother={nothing}
      onClose={nothing}
    />
  );
}

function open(sheet: ReactNode) {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  vi.stubGlobal('createImageBitmap', () => new Promise(() => {}));
  renderPage(sheet, { settings: { name: 'Heartline', photo_credits: 2, fictional_message_credits: 0 } });
}

it.each([
  [true, 'The person answering as Fia only sees it blurred.'],
  [false, 'Fia sees it blurred until they choose to look.'],
])('says that a photo is blurred, for a fictional profile always (%s)', (fictional, words) => {
  open(<Sheet content={{ picture, words: '' }} fictional={fictional} />);
  expect(document.body.textContent).toContain(words);
});

it('stores the text shortly after a change, and at once when the page closes', async () => {
  function Opened() {
    const content = useSheet('c');
    return content && 'picture' in content ? <Sheet content={content} fictional={false} /> : null;
  }
  openSheet('c', { picture, words: '' });
  open(<Opened />);
  const write = (value: string) => fireEvent.change(screen.getByRole('textbox'), { target: { value } });
  write('my cat');
  await expect.poll(() => sheets.get('c')).toEqual([{ picture, words: 'my cat' }]);
  write('my cat and I');
  dispatchEvent(new Event('pagehide'));
  expect(sheets.get('c')).toEqual([{ picture, words: 'my cat and I' }]);
});
