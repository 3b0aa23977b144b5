// @vitest-environment happy-dom
import type { ProfileCard } from '@heartline/contracts';
import { createMemoryHistory } from '@tanstack/react-router';
import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { routed } from '../../testing/routed.tsx';
import { LikeToggle } from './like-toggle.tsx';

const id = 'a'.repeat(24);
const ann = { id, name: 'Ann' } as ProfileCard;

it.each([
  ['onPhoto', 'Like Ann', 'Like Ann'],
  ['quiet', 'Liked Ann', 'Match with Ann'],
] as const)('is pressed once liked, and its name has the text shown (%s)', async (variant, liked, match) => {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  const version = { epoch: 'e', n: 1 };
  queryClient.setQueryData(keys.user, { user: { id: 'me', status: 'active' }, version });
  const likes = { profiles: [ann], liked_by: [], given: [], matches: [], version };
  queryClient.setQueryData(keys.likes, likes);
  const page = () => <LikeToggle profile={ann} variant={variant} />;
  renderPage(routed({ '/': page }, createMemoryHistory()).shown, { settings: {} });
  const heart = await screen.findByRole('button', { name: 'Like Ann', pressed: false });
  expect('Like Ann').toContain(heart.textContent);
  const given = [{ id, at: 1 }];
  for (const [name, matches] of [
    [liked, []],
    [match, given],
  ] as const) {
    act(() => void queryClient.setQueryData(keys.likes, { ...likes, given, matches }));
    await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true');
    await expect.poll(() => heart.getAttribute('aria-label')).toBe(name);
    expect(name).toContain(heart.textContent);
  }
});
