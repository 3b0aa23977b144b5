// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../../client/query.ts';
import { setConnected } from '../../../live/connection.ts';
import { asDrawn } from '../../../testing/as-drawn.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import type { Row } from '../conversation-rows.ts';
import { PhotoContent } from './photo-content.tsx';

const photo = { id: 'p', width: 400, height: 300 };
const view = { id: 'p', covered: false, always: false, filename: 'p.webp' };
const NEEDED = 'This photo needs a connection.';

let answer: () => Promise<Response>;

beforeEach(() => {
  setConnected(false);
  answer = () => Promise.reject(new TypeError('Failed to fetch'));
  vi.stubGlobal('fetch', () => answer());
});

const open = () =>
  renderPage(
    <article data-row="k" tabIndex={-1}>
      <PhotoContent row={{ key: 'k', message: { kind: 'photo', photo } } as Row} name="Ada" />
    </article>,
    { settings: { cdn_prefix: '/media/' } },
  );
const picture = () => screen.findByAltText<HTMLImageElement>('Photo from Ada');

it('a photo that this device never had says that it needs a connection, and comes with the next one', async () => {
  open();
  await screen.findByText(NEEDED);
  answer = async () => Response.json({ photos: [view] });
  setConnected(true);
  expect((await picture()).getAttribute('src')).toContain('p.webp');
  expect(screen.queryByText(NEEDED)).toBeNull();
});

it('a picture that could not be fetched without a line says so, and is fetched again with the next one', async () => {
  queryClient.setQueryData(keys.chatPhoto('p'), view);
  open();
  const first = await picture();
  // As the browser tells of it: not all that follows from it is done once it is drawn.
  first.dispatchEvent(new Event('error'));
  await asDrawn(() => screen.queryByText(NEEDED) !== null);
  setConnected(true);
  const next = await picture();
  expect(next).not.toBe(first);
  expect(screen.queryByText(NEEDED)).toBeNull();
  // It is there now, whatever becomes of the line.
  setConnected(false);
  expect(await picture()).toBe(next);
  expect(screen.queryByText(NEEDED)).toBeNull();
});

it('one that the server could not give is asked for by hand, and does not blame the line', async () => {
  answer = async () => Response.json({ error: { code: 'INTERNAL', message: '' } }, { status: 500 });
  open();
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.queryByText(NEEDED)).toBeNull();
  answer = async () => Response.json({ photos: [view] });
  again.focus();
  fireEvent.click(again);
  await picture();
  // The button is gone: the keyboard goes on from the message.
  expect(document.activeElement).toBe(screen.getByRole('article'));
});
