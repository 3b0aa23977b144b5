// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPage } from '../../../testing/render-page.tsx';
import { GoneLine } from '../content/gone-line.tsx';
import type { Row } from '../conversation-rows.ts';
import type { ActionContext } from './message-action.ts';
import { recallPhoto } from './recall-photo.tsx';

it.each([
  [0, false, 'Photo taken back'],
  [2, true, 'Photo taken back, credits returned'],
  [2, false, 'Photo taken back. The credits aren’t returned.'],
])('says that a photo for %s credits is taken back', async (photo_credits, returned, notice) => {
  vi.stubGlobal('fetch', async () => Response.json({ returned }));
  const row = { kind: 'photo', isOwn: true, message: { seq: 1, kind: 'photo' } } as Row;
  renderPage(<GoneLine row={row} gone={returned ? 'unsent' : 'recalled'} name="Ada" />, {
    hasNotices: true,
    settings: { photo_credits },
  });
  recallPhoto.run(row, { conversation: 'c', profile: { fictional: false } } as ActionContext);
  expect(await screen.findByText(notice)).toBeTruthy();
  expect(screen.getByRole('paragraph').textContent).toBe('You took this photo back');
});
