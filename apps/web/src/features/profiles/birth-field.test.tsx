// @vitest-environment happy-dom
import type { OwnProfile } from '@heartline/contracts';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { PersonFields } from './own-fields.tsx';
import { useOwnProfile } from './own-profile-state.ts';

const home = process.env.TZ;
afterEach(() => {
  process.env.TZ = home;
});

function Person() {
  return <PersonFields form={useOwnProfile()} />;
}

it('accepts a birthday of today here while the server has the day before', async () => {
  process.env.TZ = 'Pacific/Auckland';
  vi.useFakeTimers({ now: Date.UTC(2026, 5, 15, 20), toFake: ['Date'] });
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', (_address: string, { body }: RequestInit) => {
    asked.push(JSON.parse(body as string));
    return new Promise(() => {});
  });
  const profile = {
    id: 'ada',
    name: 'Ada',
    age: 26,
    date_of_birth: '2000-01-01',
    gender: 'female',
  } as OwnProfile;
  queryClient.setQueryData(keys.user, { user: { id: 'ada', profile: {} } });
  queryClient.setQueryData(keys.ownProfile, profile);
  renderPage(<Person />, {
    settings: { min_age: 18, visible_profile_fields: [], visible_profile_notes: [] },
  });
  for (const [part, typed] of [
    ['Day', '16'],
    ['Month', '06'],
    ['Year', '2008'],
  ] as const)
    fireEvent.change(screen.getByRole('textbox', { name: part }), { target: { value: typed } });
  fireEvent.blur(screen.getByRole('textbox', { name: 'Year' }));
  await expect.poll(() => asked).toEqual([{ date_of_birth: '2008-06-16', today: '2026-06-16' }]);
});
