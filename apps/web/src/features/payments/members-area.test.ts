import { describe, expect, it } from 'vitest';
import { isMembersArea } from './members-area.ts';

describe('the members area', () => {
  const id = 'a'.repeat(24);

  it('is members, a member, chats, likes, likes of a member, and premium', () => {
    for (const path of [
      '/members',
      `/members/${id}`,
      '/chats',
      '/likes',
      `/likes/m/${id}`,
      '/premium',
      '/chats/',
    ]) {
      expect(isMembersArea(path), path).toBe(true);
    }
  });

  it('is no other page [S2-121]', () => {
    const others = [
      '/',
      '/credits',
      '/profile',
      `/chats/${id}`,
      `/members/${id}/chat`,
      '/likes/new',
      '/premium/x',
      '/pricing',
    ];
    for (const path of others) expect(isMembersArea(path), path).toBe(false);
  });
});
