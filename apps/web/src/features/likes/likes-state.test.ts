import type { ProfileCard } from '@heartline/contracts';
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { serverNow } from '../../client/clock.ts';
import { keys } from '../../client/query.ts';
import type { Likes } from '../../live/apply/likes.ts';
import {
  announceMatch,
  announceSince,
  closeMatch,
  currentMatch,
  followMatches,
  forgetMatch,
} from '../../people/match-announcement.ts';
import { withOwnLike } from '../../people/own-like.ts';
import { likesOf } from './older-likes.ts';

const card = (id: string) => ({ id, name: id }) as ProfileCard;
const none: Likes = {
  profiles: [card('ann'), card('bo')],
  liked_by: [
    { id: 'ann', like_new: true, at: 10 },
    { id: 'bo', like_new: false, at: 20 },
  ],
  given: [],
  matches: [],
  version: { epoch: 'e', n: 1 },
};

describe('the own like', () => {
  it('of a member who likes back is a match', () => {
    const likes = withOwnLike(none, card('ann'), true, 30);
    expect(likes.given).toEqual([{ id: 'ann', at: 30 }]);
    expect(likes.matches).toEqual([{ id: 'ann', at: 30 }]);
  });

  it('of an unlisted member adds their card', () => {
    const likes = withOwnLike(none, card('cleo'), true, 30);
    expect(likes.profiles.map(({ id }) => id)).toContain('cleo');
    expect(likes.matches).toEqual([]);
  });

  it('taken back removes the match and leaves the rest', () => {
    const both = withOwnLike(withOwnLike(none, card('ann'), true, 30), card('bo'), true, 40);
    const likes = withOwnLike(both, card('ann'), false, 50);
    expect(likes.given.map(({ id }) => id)).toEqual(['bo']);
    expect(likes.matches.map(({ id }) => id)).toEqual(['bo']);
    expect(likes.liked_by).toEqual(none.liked_by);
  });

  it('given twice is listed once', () => {
    const likes = withOwnLike(withOwnLike(none, card('ann'), true, 30), card('ann'), true, 40);
    expect(likes.given).toHaveLength(1);
  });
});

it('lists the newest first and leaves out members who are gone', () => {
  const likes: Likes = { ...none, liked_by: [...none.liked_by, { id: 'gone', like_new: true, at: 99 }] };
  expect(likesOf(likes, 'received').map(({ id }) => id)).toEqual(['bo', 'ann']);
  expect(likesOf(likes, 'new').map(({ id }) => id)).toEqual(['ann']);
});

it('shows a match once for several reports, and again after an unlike', () => {
  announceMatch(card('ann'));
  announceMatch(card('ann'));
  announceMatch(card('bo'));
  expect(currentMatch()?.id).toBe('ann');
  closeMatch();
  expect(currentMatch()?.id).toBe('bo');
  closeMatch();
  expect(currentMatch()).toBeUndefined();
  forgetMatch('ann');
  announceMatch(card('ann'));
  expect(currentMatch()?.id).toBe('ann');
  closeMatch();
});

it('shows a match with a lost event from the refetched list, none from before', () => {
  const likes: Likes = {
    ...none,
    profiles: [card('dan'), card('eve')],
    matches: [
      { id: 'dan', at: 99 },
      { id: 'eve', at: 100 },
      { id: 'gone', at: 101 },
    ],
  };
  announceSince(likes, 100);
  announceSince(likes, 100);
  expect(currentMatch()?.id).toBe('eve');
  closeMatch();
  expect(currentMatch()).toBeUndefined();
});

it('shows a match reported before the dialog’s module had loaded', () => {
  const client = new QueryClient();
  const profiles = [card('fay'), card('gil')];
  const matches = [
    { id: 'fay', at: serverNow() },
    { id: 'gil', at: serverNow() - performance.now() - 60_000 },
  ];
  client.setQueryData(keys.likes, { ...none, profiles, matches });
  const stop = followMatches(client);
  expect(currentMatch()?.id).toBe('fay');
  closeMatch();
  expect(currentMatch()).toBeUndefined();
  stop();
});

it('shows no matches of a member who was signed in here before', () => {
  const client = new QueryClient();
  client.setQueryData(keys.user, { user: { id: 'me' } });
  const stop = followMatches(client);
  announceMatch(card('hal'));
  announceMatch(card('ida'));
  // The session ends, perhaps from elsewhere, while the dialog of the first match is open.
  client.setQueryData(keys.user, null);
  stop();
  expect(currentMatch()).toBeUndefined();
  // The next member may match the same person, and has seen their earlier matches elsewhere.
  const matches = [
    { id: 'hal', at: serverNow() + 1_000 },
    { id: 'jo', at: serverNow() - 1_000 },
  ];
  client.setQueryData(keys.likes, { ...none, profiles: [card('hal'), card('jo')], matches });
  client.setQueryData(keys.user, { user: { id: 'other' } });
  followMatches(client)();
  expect(currentMatch()?.id).toBe('hal');
  closeMatch();
  expect(currentMatch()).toBeUndefined();
});

it('shows a match made during a sleep, while the page’s clock stood still', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const client = new QueryClient();
  onTestFinished(followMatches(client));
  vi.setSystemTime(Date.now() + 8 * 3_600_000);
  const matches = [{ id: 'kim', at: serverNow() - 6 * 3_600_000 }];
  const queryFn = async (): Promise<Likes> => ({ ...none, profiles: [card('kim')], matches });
  await client.fetchQuery({ queryKey: keys.likes, queryFn });
  expect(currentMatch()?.id).toBe('kim');
  closeMatch();
});
