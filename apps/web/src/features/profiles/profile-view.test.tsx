// @vitest-environment happy-dom
import type { Profile } from '@heartline/contracts';
import { act, screen } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { type Slots, SlotsProvider } from '../../client/slots.tsx';
import { setClient } from '../../live/connection.ts';
import type { LiveClient } from '../../live/live-client.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { routed } from '../../testing/routed.tsx';
import { ProfileView } from './profile-view.tsx';

const ann = {
  id: 'a'.repeat(24),
  name: 'Ann',
  age: 30,
  gender: 'female',
  city: 'Graz',
  country: 'AT',
  region: '6',
  fictional: false,
  online: true,
  last_active: 'today',
  pictures: [],
  main_image: null,
  interests: [],
  shared_interests: [],
  message_credits: 1,
} as unknown as Profile;

it('stops showing a member online who has left', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  const people = [{ id: ann.id, online: true, last_active: 'today' }];
  setClient({
    isConnected: () => true,
    request: async () => ({ ok: true, value: { people } }),
    close() {},
  } as unknown as LiveClient);
  onTestFinished(() => setClient(undefined));
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  queryClient.setQueryData(keys.user, { user: { id: 'me', status: 'active' }, version: {} });
  queryClient.setQueryData(keys.regions, []);
  const slots = { LikeToggle: () => null } as unknown as Slots;
  const page = () => (
    <SlotsProvider value={slots}>
      <ProfileView profile={ann} />
    </SlotsProvider>
  );
  renderPage(routed({ '/': page }).shown, { settings: { visible_profile_fields: [] } });
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(screen.queryByText('Online now')).not.toBeNull();
  people[0] = { id: ann.id, online: false, last_active: 'today' };
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(screen.queryByText('Online now')).toBeNull();
  expect(screen.queryByText('Active today')).not.toBeNull();
});

it.each([
  ['Graz, Austria', ['country' as const]],
  ['Graz', []],
])('shows “%s” when the site shows %j', async (place, visible_profile_fields) => {
  queryClient.setQueryData(keys.user, { user: { id: 'me', status: 'active' }, version: {} });
  queryClient.setQueryData(keys.regions, []);
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  const slots = { LikeToggle: () => null } as unknown as Slots;
  const page = () => (
    <SlotsProvider value={slots}>
      <ProfileView profile={ann} />
    </SlotsProvider>
  );
  renderPage(routed({ '/': page }).shown, { settings: { visible_profile_fields } });
  expect(await screen.findAllByText(place)).not.toEqual([]);
  expect(document.body.textContent.includes('Austria')).toBe(place.includes('Austria'));
});

it.each([
  ['another', 'me', true],
  ['the own', ann.id, false],
])('says which interests are shared on %s profile: %s, %s', async (_, id, says) => {
  queryClient.setQueryData(keys.user, { user: { id, status: 'active' }, version: {} });
  queryClient.setQueryData(keys.regions, []);
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  const slots = { LikeToggle: () => null } as unknown as Slots;
  const shared = { ...ann, interests: ['cooking'], shared_interests: ['cooking'] };
  const page = () => (
    <SlotsProvider value={slots}>
      <ProfileView profile={shared} />
    </SlotsProvider>
  );
  renderPage(routed({ '/': page }).shown, { settings: { visible_profile_fields: [] } });
  await screen.findByText('Cooking');
  expect(screen.queryByText('Highlighted: interests you share.') !== null).toBe(says);
});
