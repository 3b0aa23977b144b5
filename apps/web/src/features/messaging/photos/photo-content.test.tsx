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
const NEEDED = 'You need a connection to see this photo.';

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

it('says that an uncached photo needs a connection, and loads it with the next', async () => {
  open();
  await screen.findByText(NEEDED);
  answer = async () => Response.json({ photos: [view] });
  setConnected(true);
  expect((await picture()).getAttribute('src')).toContain('p.webp');
  expect(screen.queryByText(NEEDED)).toBeNull();
});

it('says that a picture needs a connection, and loads it with the next one', async () => {
  queryClient.setQueryData(keys.chatPhoto('p'), view);
  open();
  const first = await picture();
  // Dispatched without `act`, as in the browser, where effects run later.
  first.dispatchEvent(new Event('error'));
  await asDrawn(() => screen.queryByText(NEEDED) !== null);
  setConnected(true);
  const next = await picture();
  expect(next).not.toBe(first);
  expect(screen.queryByText(NEEDED)).toBeNull();
  // Once loaded it stays without a connection.
  setConnected(false);
  expect(await picture()).toBe(next);
  expect(screen.queryByText(NEEDED)).toBeNull();
});

it('offers a retry after a server error, and does not blame the connection', async () => {
  answer = async () => Response.json({ error: { code: 'INTERNAL', message: '' } }, { status: 500 });
  open();
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.queryByText(NEEDED)).toBeNull();
  answer = async () => Response.json({ photos: [view] });
  again.focus();
  fireEvent.click(again);
  await picture();
  // The button is gone, so the message has the focus.
  expect(document.activeElement).toBe(screen.getByRole('article'));
});
