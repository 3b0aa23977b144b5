import { CONSTANTS, type PublicSettings, type User } from '@heartline/contracts';
import { clearToasts } from '@heartline/ui';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { actAs, onAnotherMember, onAuthenticationRequired } from './api.ts';
import { onClockJump } from './clock.ts';
import { noteEndedElsewhere, noteUnsent } from './ended-elsewhere.ts';
import { leaveUnsent } from './leave-unsent.ts';
import { keys, queryClient, settingsQuery, userQuery } from './query.ts';
import {
  type Ending,
  endingHere,
  endingOfGone,
  isAnythingLeft,
  isLogOutDue,
  rememberSignedIn,
  SIGNED_IN_AS,
  wasSignedIn,
} from './signed-in.ts';
import { isLanding } from './start-anew.ts';
import { localStore } from './storage.ts';
import { countDrafts, countUnsent, isUnsentStored, type Unsent } from './unsent.ts';
import type { UserState } from './user-state.ts';
import { clearWatched } from './watched-map.ts';

/** The member alone: their version counts every event, and nothing is drawn anew for that. */
const userOf = (state: UserState | null): User | null => state?.user ?? null;

/** The signed-in member, or null for a visitor. Suspends until that is known. */
export function useUser(): User | null {
  return useSuspenseQuery({ ...userQuery, select: userOf }).data;
}

/** The status of the signed-in member as far as it is known; undefined for a visitor, and before the first answer. */
export function useKnownStatus(): User['status'] | undefined {
  return useQuery({ ...userQuery, select: userOf }).data?.status;
}

/** The same, once the account is active: who has not confirmed the e-mail yet sees the frame of a visitor. */
export function useActiveUser(): User | null {
  const user = useUser();
  return user?.status === 'active' ? user : null;
}

/**
 * The signed-in member on a page that only members reach. When the session ends the page goes, and what is drawn anew
 * until then is still theirs.
 */
export function useMember(): User {
  const user = useUser();
  const last = useRef(user);
  last.current = user ?? last.current;
  if (!last.current) throw new Error('This page is for members; its route asks for one.');
  return last.current;
}

/** Settings of this site. Suspends until they are known. */
export function useSettings(): PublicSettings {
  return useSuspenseQuery(settingsQuery).data;
}

/** Changes fields of the signed-in member in the cache, as live events and answers do. */
export function patchUser(patch: Partial<User>): void {
  queryClient.setQueryData<UserState | null>(
    keys.user,
    (state) => state && { ...state, user: { ...state.user, ...patch } },
  );
}

/** The same of their profile, as far as it is part of the member. */
export function patchOwnProfile(patch: Partial<User['profile']>): void {
  const held = queryClient.getQueryData<UserState | null>(keys.user)?.user.profile;
  if (held) patchUser({ profile: { ...held, ...patch } });
}

/** After a login or an activation: forget what a visitor saw, and ask who this is. */
export async function startSession(): Promise<void> {
  rememberSignedIn('1');
  queryClient.removeQueries({
    predicate: ({ queryKey }) => !['user', 'settings'].includes(String(queryKey[0])),
  });
  // A question that is under way was asked before, and is answered with a visitor.
  await queryClient.cancelQueries({ queryKey: keys.user });
  await queryClient.fetchQuery({ ...userQuery, staleTime: 0 });
}

/** What the member did not send, as this page knows; of one who is gone from it already, their stored drafts. */
function unsentOf(member: string | undefined): Unsent {
  const { messages, drafts } = countUnsent();
  const known = member ?? localStore.get(SIGNED_IN_AS);
  return { messages, drafts: Math.max(drafts, known === null ? 0 : countDrafts(known)) };
}

/** Ends the session here, without a word: as the tab that ended it did, unless said otherwise. */
export function endSessionHere(ending: Ending = endingHere()): void {
  const member = queryClient.getQueryData<UserState | null>(keys.user)?.user.id;
  const wasSignedInHere = member !== undefined;
  if (isAnythingLeft() || wasSignedInHere) {
    // Counted first: fields that close take their drafts along.
    const unsent = unsentOf(member);
    rememberSignedIn(ending);
    if (ending === 'ending') leaveUnsent();
    clearToasts();
    clearWatched();
    void import('./leave.ts').then(({ wipeMember }) =>
      wipeMember(ending, member, (messages) =>
        noteUnsent({ ...unsent, messages: Math.max(unsent.messages, messages) }, ending),
      ),
    );
  }
  // An answer from before the end would bring them back.
  void queryClient.cancelQueries({ queryKey: keys.user });
  queryClient.setQueryData(keys.user, null);
  queryClient.removeQueries({
    // What a visitor looks at was never a member's: taken away under the page, it would never come back.
    ...(wasSignedInHere ? {} : { type: 'inactive' }),
    predicate: ({ queryKey }) => !['user', 'settings'].includes(String(queryKey[0])),
  });
}

/** The member ended it here themselves: that the server told so as well, perhaps before its answer, is no news to them. */
export function endOwnSession(): void {
  endSessionHere('leaving');
  noteEndedElsewhere(false);
}

/**
 * The server answered that nobody is signed in here any more (S4-064). It says no more than that; but this browser
 * remembers that somebody was, and did not log out here: they are told so on the page where they log in again, also when
 * the page was asleep or closed as it happened. Once: whoever hears of it second finds it ended. A link that signs in
 * ends the session before, and what was asked as that one is refused before the link is answered: it ends nobody's.
 */
export function onSessionGone(): void {
  if (isLanding()) return;
  if (wasSignedIn() && !isLogOutDue()) noteEndedElsewhere(true);
  endSessionHere(endingOfGone());
}

/**
 * Mounted once. Refetches the member: first 5 s after the start, then every 60 s, or 300 s while push is subscribed
 * (S9), and once the clock of the device was set, since the answer says what time it is; ends the session here when a call
 * says so.
 */
export function useSessionUpkeep(): void {
  const { data: user } = useQuery({ ...userQuery, select: userOf });
  const isSignedIn = Boolean(user);
  const everyMs = user?.push_subscribed ? CONSTANTS.userRefetchWithPushMs : CONSTANTS.userRefetchMs;
  useEffect(() => onAuthenticationRequired(onSessionGone), []);
  useEffect(() => actAs(user?.id), [user?.id]);
  useEffect(() => onAnotherMember(askWhoThisIs), []);
  // The session ended while no page was open, or while this one slept: what it left here goes now.
  const [wasLeft] = useState(isAnythingLeft);
  const isMembers = useRef(wasLeft);
  if (isSignedIn) isMembers.current = true;
  const isGone = user === null && isMembers.current;
  useEffect(() => {
    if (isGone && isAnythingLeft()) onSessionGone();
  }, [isGone]);
  const isVisitor = user === null;
  useEffect(() => {
    if (!isVisitor || !isUnsentStored()) return;
    void import('./unsent-storage.ts')
      .then(({ eraseExpiredUnsent: eraseLateWords }) => eraseLateWords())
      .catch(() => undefined);
  }, [isVisitor]);
  useEffect(() => {
    if (!isSignedIn) return;
    rememberSignedIn('1');
    return startRefetching(askWhoThisIs, everyMs);
  }, [isSignedIn, everyMs]);
  useEffect(() => (isSignedIn ? onClockJump(askWhoThisIs) : undefined), [isSignedIn]);
}

/**
 * Who is signed in here now, asked at once. A question that is under way is left to be answered: every call that is
 * refused asks, on a slow line none would ever come through, and what waits for the answer would fail.
 */
export function askWhoThisIs(): void {
  void queryClient.refetchQueries({ queryKey: keys.user }, { cancelRefetch: false });
}

const startedAt = Date.now();

/** The first run is 5 s after the start of the page, later ones follow at the interval. Returns how to stop. */
export function startRefetching(refetch: () => void, everyMs: number): () => void {
  const firstInMs = CONSTANTS.userRefetchFirstMs - (Date.now() - startedAt);
  let interval: ReturnType<typeof setInterval> | undefined;
  const repeat = () => {
    interval = setInterval(refetch, everyMs);
  };
  const first = setTimeout(
    () => {
      if (firstInMs > 0) refetch();
      repeat();
    },
    Math.max(0, firstInMs),
  );
  return () => {
    clearTimeout(first);
    clearInterval(interval);
  };
}
