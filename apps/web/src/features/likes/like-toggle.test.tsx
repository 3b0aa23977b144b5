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

it.each(['onPhoto', 'quiet'] as const)(
  'keeps its accessible name and reports its pressed state (%s)',
  async (variant) => {
    vi.stubGlobal('fetch', () => new Promise(() => {}));
    const version = { epoch: 'e', n: 1 };
    queryClient.setQueryData(keys.user, { user: { id: 'me', status: 'active' }, version });
    const likes = { profiles: [ann], liked_by: [], given: [], matches: [], version };
    queryClient.setQueryData(keys.likes, likes);
    const page = () => <LikeToggle profile={ann} variant={variant} />;
    renderPage(routed({ '/': page }, createMemoryHistory()).shown);
    const heart = await screen.findByRole('button', { name: 'Like Ann', pressed: false });
    expect('Like Ann').toContain(heart.textContent);
    act(() => void queryClient.setQueryData(keys.likes, { ...likes, given: [{ id, at: 1 }] }));
    await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true');
    expect(heart.getAttribute('aria-label')).toBe('Like Ann');
    expect('Like Ann').toContain(heart.textContent);
  },
);
