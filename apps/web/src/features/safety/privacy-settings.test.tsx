// @vitest-environment happy-dom

import { fixedWait } from '@heartline/tooling/fixed-wait';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { PrivacySettings } from './privacy-settings.tsx';

it('reverts a switch that could not be saved offline, and keeps it in place', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ takes_openers: true, invisible: false, premium: true }));
  renderPage(<PrivacySettings />, { settings: { member_resell: false } });
  const find = { name: /First messages from everyone/ };
  const openers = await screen.findByRole<HTMLInputElement>('switch', find);
  expect(openers.checked).toBe(true);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  fireEvent.click(openers);
  await fixedWait(200, 'the switch is back where it was: nothing on screen changes');
  expect(screen.getByRole('switch', find)).toBe(openers);
  expect(openers.checked).toBe(true);
  expect(queryClient.getQueryData(keys.openers)).toMatchObject({ takes_openers: true });
});
