// @vitest-environment happy-dom
import { createMemoryHistory } from '@tanstack/react-router';
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { type Slots, SlotsProvider } from '../../client/slots.tsx';
import { setClient } from '../../live/connection.ts';
import type { LiveClient } from '../../live/live-client.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { routed } from '../../testing/routed.tsx';
import { ProfilePage } from './profile-page.tsx';

it('offers a retry when the profile could not be loaded', async () => {
  let asked = 0;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    if ((url as string).includes('member.php')) asked += 1;
    return Response.json({ error: { code: 'INTERNAL', message: '' } }, { status: 500 });
  });
  queryClient.setQueryData(keys.user, { user: { id: 'me', status: 'active' }, version: {} });
  const history = createMemoryHistory({ initialEntries: [`/default/members/${'a'.repeat(24)}`] });
  renderPage(routed({ '/default/members/$id': ProfilePage }, history).shown, {
    settings: { visible_profile_fields: [] },
  });
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByRole('heading', { level: 1 })).toBeTruthy();
  expect(asked).toBe(1);
  fireEvent.click(again);
  await expect.poll(() => asked).toBe(2);
});

it('refetches a profile on screen, since nothing else shows that members left', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  let asked = 0;
  vi.stubGlobal('fetch', async (url: string) => {
    if (!url.includes('member.php')) return new Promise(() => {});
    asked += 1;
    return Response.json({ profile: { ...ann, online: asked === 1 } });
  });
  const request = async () => ({ ok: true, value: { people: [] } });
  setClient({ isConnected: () => true, request, close() {} } as unknown as LiveClient);
  onTestFinished(() => setClient(undefined));
  queryClient.setQueryData(keys.user, { user: { id: 'me', status: 'active' }, version: {} });
  queryClient.setQueryData(keys.regions, []);
  const slots = { LikeToggle: () => null } as unknown as Slots;
  const page = () => (
    <SlotsProvider value={slots}>
      <ProfilePage />
    </SlotsProvider>
  );
  const history = createMemoryHistory({ initialEntries: [`/default/members/${ann.id}`] });
  renderPage(routed({ '/default/members/$id': page }, history).shown, {
    settings: { visible_profile_fields: [] },
  });
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(screen.queryByText('Online now')).not.toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(6 * 60_000));
  expect(screen.queryByText('Online now')).toBeNull();
  expect(screen.queryByText('Active today')).not.toBeNull();
  expect(asked).toBe(2);
});

const ann = {
  id: 'a'.repeat(24),
  name: 'Ann',
  age: 30,
  gender: 'female',
  city: 'Graz',
  country: 'AT',
  region: '6',
  fictional: false,
  last_active: 'today',
  pictures: [],
  main_image: null,
  interests: [],
  shared_interests: [],
  message_credits: 1,
};
