import { hideMatch, type ProfileCard, seeLike } from '@heartline/contracts';
import { showToast } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../../client/api.ts';
import { useErrorMessage } from '../../../client/error-message.ts';
import { likesQuery } from '../../../client/likes-query.ts';
import { keys, queryClient } from '../../../client/query.ts';
import { createWatchedMap } from '../../../client/watched-map.ts';
import { type Likes, withoutNew } from '../../../live/apply/likes.ts';
import { useLabelledName } from '../../../people/fictional-label.ts';
import { showUndo } from '../../../people/undo.ts';
import { useChats } from '../chats.ts';

/** A match without a message, and whether the member has not looked at it yet. */
export interface NewMatch {
  profile: ProfileCard;
  isNew: boolean;
}

/** Members with whom a conversation was seen on this page. It may be removed while the likes still call it unwritten. */
const written = createWatchedMap<true>();

/** The new matches, newest first: neither hidden nor written with. Empty until likes and conversations are loaded. */
export function useNewMatches(): readonly NewMatch[] {
  const { data: likes } = useQuery(likesQuery);
  const chats = useChats();
  useEffect(() => {
    for (const { profile } of chats ?? []) written.set(profile.id, true);
  }, [chats]);
  return likes && chats ? newMatchesOf(likes, new Set(chats.map(({ profile }) => profile.id))) : [];
}

function newMatchesOf(likes: Likes, inChats: ReadonlySet<string>): NewMatch[] {
  const cards = new Map(likes.profiles.map((card) => [card.id, card]));
  const fresh = new Set(likes.liked_by.flatMap(({ id, like_new: isNew }) => (isNew ? [id] : [])));
  return likes.matches
    .filter(({ id, unwritten }) => unwritten && !inChats.has(id) && !written.get(id))
    .toSorted((a, b) => b.at - a.at)
    .flatMap(({ id }) => {
      const profile = cards.get(id);
      return profile ? [{ profile, isNew: fresh.has(id) }] : [];
    });
}

/** Notes that the member has looked at a match. The next opening of the profile tries again. */
export function noteSeen({ profile, isNew }: NewMatch): void {
  if (isNew) void call(seeLike, { profile: profile.id }).catch(() => undefined);
}

/** Hides a match from the row at once, with an undo. The match itself stays. */
export function useHideMatch(): (profile: ProfileCard) => void {
  const { t } = useLingui();
  const errorTextOf = useErrorMessage();
  const labelled = useLabelledName();
  const change = async (profile: string, hidden: boolean) => {
    try {
      await call(hideMatch, { profile, hidden });
    } catch (error) {
      void showToast({ title: errorTextOf(error), tone: 'error' });
    }
    await queryClient.invalidateQueries({ queryKey: keys.likes });
  };
  return (profile) => {
    const { id } = profile;
    queryClient.setQueryData<Likes>(
      keys.likes,
      (likes) => likes && { ...likes, matches: withoutNew(likes.matches, id) },
    );
    const hiding = change(id, true);
    void showUndo({
      title: t`${labelled(profile)} is hidden from new matches`,
      onUndo: () => void hiding.then(() => change(id, false)),
    });
  };
}
