// @vitest-environment happy-dom
import { CONSTANTS, type OwnProfile } from '@heartline/contracts';
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { useOwnProfile } from './own-profile-state.ts';
import { PlaceSection } from './place-section.tsx';

function Place() {
  return <PlaceSection form={useOwnProfile()} />;
}

interface Device {
  /** Permission of the browser; undefined if it has no Permissions API. */
  permission?: PermissionState | undefined;
  /** Answers a request for the position; undefined if it has no geolocation. */
  locate?: Geolocation['getCurrentPosition'] | undefined;
}

/** Opens the section on a device, whose server can't find any place. */
function open({ permission, locate }: Device): void {
  const query = async () => ({ state: permission, addEventListener() {}, removeEventListener() {} });
  vi.stubGlobal('navigator', {
    onLine: true,
    languages: ['en'],
    geolocation: locate && { getCurrentPosition: locate },
    permissions: permission && { query },
  });
  vi.stubGlobal('fetch', async () =>
    Response.json({ error: { code: 'INTERNAL', message: '' } }, { status: 500 }),
  );
  queryClient.setQueryData(keys.user, { user: { id: 'ada', profile: {} } });
  const profile: Partial<OwnProfile> = { id: 'ada', name: 'Ada', country: 'NL', region: 'NH' };
  queryClient.setQueryData(keys.ownProfile, profile);
  queryClient.setQueryData(keys.regions, []);
  renderPage(<Place />, {
    settings: { countries: ['NL'], visible_profile_fields: ['city'], visible_profile_notes: [] },
  });
}

const press = async () => fireEvent.click(await screen.findByRole('button', { name: 'Use my location' }));
const state = () => JSON.parse(sessionStorage.getItem('geolocation') ?? '{}') as Record<string, unknown>;
const isFailed = () => document.querySelector('[data-state="error"]') !== null;

describe('the geolocation button', () => {
  it('says that it has no permission [S2-050]', async () => {
    open({ permission: 'denied', locate: (_found, failed) => failed?.({} as GeolocationPositionError) });
    await expect.poll(() => state()['permission']).toBe('denied');
    await press();
    await screen.findByText(/^Your browser is blocking location access\./);
    await expect.poll(state).toEqual({ permission: 'denied', geocode: false });
    await expect.poll(isFailed).toBe(true);
  });

  it('stores false when the server cannot find the place [S7-016 S8-038]', async () => {
    const coords = { latitude: 52.0907, longitude: 5.1214 };
    open({ permission: 'granted', locate: (found) => found({ coords } as GeolocationPosition) });
    await press();
    await screen.findByText(/^We couldn’t find your location\./);
    await expect.poll(() => state()['geocode']).toBe(false);
    await expect.poll(isFailed).toBe(true);
  });

  it('accepts a position that is at most an hour old [S9-026]', async () => {
    const locate = vi.fn<Geolocation['getCurrentPosition']>();
    open({ permission: 'granted', locate });
    await press();
    await expect.poll(() => locate.mock.calls.length).toBe(1);
    expect(locate.mock.calls[0]?.[2]).toMatchObject({ maximumAge: CONSTANTS.geolocationCacheMs });
    expect(CONSTANTS.geolocationCacheMs).toBe(3_600_000);
  });

  it.each([
    ['geolocation', { permission: 'prompt', locate: undefined }, 'unsupported'],
    ['permissions', { permission: undefined, locate: () => {} }, 'unknown'],
  ] as const)('recognizes a browser without %s [S3-186 S3-187]', async (_part, device, permission) => {
    open(device);
    await screen.findByRole('button', { name: 'Use my location' });
    await expect.poll(() => state()['permission']).toBe(permission);
  });
});
