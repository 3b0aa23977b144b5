// @vitest-environment happy-dom
import type { Profile, ProfileCard } from '@heartline/contracts';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { type Slots, SlotsProvider } from '../../client/slots.tsx';
import { renderPage, renderPageHook } from '../../testing/render-page.tsx';
import { MemberDeckProfile, useTopProfile } from './deck-profile.tsx';

const fia = { id: 'fia', name: 'Fia' } as ProfileCard;

/** Answers questions for the profile beside a deck. The opened one is never answered. */
function serve() {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url);
    return url.includes('beside=deck')
      ? Promise.resolve(Response.json({ profile: fia }))
      : new Promise<Response>(() => {});
  });
  return asked;
}

it('leaves the profile of the top card to be asked for when it is opened', async () => {
  const asked = serve();
  const { result } = renderPageHook(() => useTopProfile(fia));
  await expect.poll(() => result.current).toEqual(fia);
  expect(asked).toHaveLength(1);
  // Any page that shows the opened profile would otherwise take this answer, and the server would not know.
  expect(queryClient.getQueryData(keys.profile('fia'))).toBeUndefined();
});

it('shows the opened card at once while the server notes it', async () => {
  const asked = serve();
  const { result } = renderPageHook(() => useTopProfile(fia));
  await expect.poll(() => result.current).toEqual(fia);
  const WholeProfile = ({ profile }: { profile: Profile }) => <p>All about {profile.name}</p>;
  renderPage(
    <SlotsProvider value={{ WholeProfile } as unknown as Slots}>
      <MemberDeckProfile card={fia} />
    </SlotsProvider>,
  );
  await screen.findByText('All about Fia');
  await expect.poll(() => asked.length).toBe(2);
  expect(asked[1]).not.toContain('beside');
});
