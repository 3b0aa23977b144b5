// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { actAs } from '../../client/api.ts';
import { keys, queryClient } from '../../client/query.ts';
import { openMenu } from '../../testing/open-menu.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { OwnPhotos } from './own-photos.tsx';
import { useOwnProfile } from './own-profile-state.ts';

function Editor() {
  return <OwnPhotos profile={useOwnProfile().profile} />;
}

/** The photos on the server, a letter each. */
let stored: string;

beforeEach(() => {
  stored = 'abc';
  HTMLElement.prototype.hidePopover ??= () => {};
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal('fetch', async (_address: string, { body }: RequestInit) => {
    stored = stored.replace((JSON.parse(body as string) as { id: string }).id, '');
    return Response.json(answer());
  });
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {};
      open() {}
      abort() {}
      setRequestHeader() {}
      send() {}
    },
  );
  actAs('ada');
  queryClient.setQueryData(keys.user, { user: { id: 'ada', profile: {} } });
});

const answer = () => ({
  pictures: [...stored].map((id) => ({
    id,
    filename: id,
    thumb_filename: id,
    original_filename: id,
    crop: null,
  })),
  photo_limit: 9,
});

function draw() {
  queryClient.setQueryData(keys.ownProfile, answer());
  return renderPage(<Editor />, {
    settings: { visible_profile_fields: [], visible_profile_notes: [], premium_photos: 20, cdn_prefix: '' },
  });
}

const focused = () =>
  document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;
const deleteAt = (place: number) => {
  const menu = openMenu(`Change photo ${place}`);
  fireEvent.click(within(menu).getByText('Delete'));
};

it('moves the focus to the next photo on a delete, from the last to the add button', async () => {
  draw();
  deleteAt(2);
  await expect.poll(() => [stored, focused()]).toEqual(['ac', 'Change photo 2']);
  deleteAt(2);
  await expect.poll(() => [stored, focused()]).toEqual(['a', 'Change photo 1']);
  deleteAt(1);
  await expect.poll(() => [stored, focused()]).toEqual(['', 'Add photos']);
});

it('moves the focus to the next tile when an upload is cancelled', async () => {
  stored = 'a';
  const { container } = draw();
  const files = ['b', 'c'].map((name) => new File([name], name, { type: 'image/png' }));
  fireEvent.change(container.querySelector('input[name=photos]') as Element, { target: { files } });
  const cancel = () => screen.getAllByRole('button', { name: 'Cancel upload' });
  await expect.poll(() => cancel().length).toBe(2);
  const [, second] = cancel();
  cancel()[0]?.focus();
  fireEvent.click(cancel()[0] as Element);
  await expect.poll(() => document.activeElement).toBe(second);
  fireEvent.click(second as Element);
  await expect.poll(focused).toBe('Change photo 1');
});
