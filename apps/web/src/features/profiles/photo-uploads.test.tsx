// @vitest-environment happy-dom
import type { OwnProfile } from '@heartline/contracts';
import { act } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { actAs } from '../../client/api.ts';
import { keys, queryClient } from '../../client/query.ts';
import { clearWatched } from '../../client/watched-map.ts';
import { renderPageHook } from '../../testing/render-page.tsx';
import { usePhotoUploads } from './photo-uploads.ts';

/** The uploads the server received, each with a function to answer with the stored photo. */
let sent: { as: string | undefined; upload: Progress; answer: (id: string) => void }[];

interface Progress {
  onload?: () => void;
}

beforeEach(() => {
  sent = [];
  actAs('ada');
  queryClient.setQueryData(keys.user, { user: { id: 'ada', profile: {} } });
  queryClient.setQueryData(keys.ownProfile, { pictures: [] });
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      status = 200;
      responseText = '';
      upload: Progress = {};
      onload = () => {};
      onloadend = () => {};
      as: string | undefined;
      open() {}
      abort() {}
      setRequestHeader(name: string, value: string) {
        if (name === 'X-Member') this.as = value;
      }
      send() {
        sent.push({
          as: this.as,
          upload: this.upload,
          answer: (id) => {
            this.responseText = JSON.stringify({ pictures: [{ id }], photo_limit: 3 });
            this.onload();
            this.onloadend();
          },
        });
      }
    },
  );
});

const photos = (count: number) => Array.from({ length: count }, () => new Blob(['x'], { type: 'image/png' }));
const draw = () => renderPageHook(() => usePhotoUploads());
const stored = () =>
  queryClient
    .getQueryData<OwnProfile>(keys.ownProfile)
    ?.pictures.map(({ id }) => id)
    .join();

it('continues uploads when their page is left, and shows them on return', async () => {
  const first = draw();
  act(() => first.result.current.add(photos(2)));
  await expect.poll(() => sent.length).toBe(1);
  first.unmount();
  sent[0]?.answer('a');
  await expect.poll(stored).toBe('a');
  await expect.poll(() => sent.length).toBe(2);
  const again = draw();
  expect(again.result.current.uploads).toHaveLength(1);
  act(() => sent[1]?.answer('b'));
  await expect.poll(stored).toBe('b');
  await expect.poll(() => again.result.current.uploads).toEqual([]);
});

it('stops uploads at a sign-out, and passes no answer to the next member', async () => {
  const { result } = draw();
  act(() => result.current.add(photos(2)));
  await expect.poll(() => sent.map(({ as }) => as)).toEqual(['ada']);
  act(clearWatched);
  actAs('bob');
  act(() => result.current.add(photos(1)));
  sent[0]?.answer('a');
  await expect.poll(() => sent.map(({ as }) => as)).toEqual(['ada', 'bob']);
  expect(stored()).toBe('');
  act(() => sent[1]?.answer('c'));
  await expect.poll(stored).toBe('c');
});

it('deletes a photo on the server that was cancelled after the last byte', async () => {
  const asked = vi.fn<(address: string, init: RequestInit) => Promise<Response>>(async () =>
    Response.json({ pictures: [], photo_limit: 3 }),
  );
  vi.stubGlobal('fetch', asked);
  const { result } = draw();
  act(() => result.current.add(photos(2)));
  await expect.poll(() => sent.length).toBe(1);
  act(() => sent[0]?.upload.onload?.());
  act(() => result.current.cancel(result.current.uploads[0]?.key ?? ''));
  expect(result.current.uploads).toHaveLength(1);
  act(() => sent[0]?.answer('a'));
  await expect.poll(() => asked.mock.calls.map(([address]) => address).join()).toContain('photo.php');
  expect(asked.mock.calls[0]?.[1].method).toBe('DELETE');
  await expect.poll(() => sent.length).toBe(2);
  expect(stored()).toBe('');
  act(() => sent[1]?.answer('b'));
  await expect.poll(stored).toBe('b');
});
