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

/** The member without the version: the version changes with every event, and no component shows it. */
const userOf = (state: UserState | null): User | null => state?.user ?? null;

/** The signed-in member, or null for a visitor. Suspends until that is known. */
export function useUser(): User | null {
  return useSuspenseQuery({ ...userQuery, select: userOf }).data;
}

/** The status of the signed-in member; undefined for a visitor, and before the first answer. */
export function useKnownStatus(): User['status'] | undefined {
  return useQuery({ ...userQuery, select: userOf }).data?.status;
}

/**
 * The signed-in member once the account is active. A member who has not confirmed the e-mail sees a visitor's frame.
 */
export function useActiveUser(): User | null {
  const user = useUser();
  return user?.status === 'active' ? user : null;
}

/**
 * The signed-in member on a members-only page. When the session ends, renders until the page goes still get the old
 * member.
 */
export function useMember(): User {
  const user = useUser();
  const last = useRef(user);
  last.current = user ?? last.current;
  if (!last.current) throw new Error('no signed-in member on a members-only page');
  return last.current;
}

/** Settings of this site. Suspends until they are known. */
export function useSettings(): PublicSettings {
  return useSuspenseQuery(settingsQuery).data;
}

/** Changes fields of the signed-in member in the cache, for live events and answers. */
export function patchUser(patch: Partial<User>): void {
  queryClient.setQueryData<UserState | null>(
    keys.user,
    (state) => state && { ...state, user: { ...state.user, ...patch } },
  );
}

/** Changes fields of the signed-in member's profile, as far as the member holds them. */
export function patchOwnProfile(patch: Partial<User['profile']>): void {
  const held = queryClient.getQueryData<UserState | null>(keys.user)?.user.profile;
  if (held) patchUser({ profile: { ...held, ...patch } });
}

/** After a login or an activation: drops what the visitor saw, and asks who is signed in. */
export async function startSession(): Promise<void> {
  rememberSignedIn('1');
  queryClient.removeQueries({
    predicate: ({ queryKey }) => !['user', 'settings'].includes(String(queryKey[0])),
  });
  // A query that is already running was made as a visitor and would answer so.
  await queryClient.cancelQueries({ queryKey: keys.user });
  await queryClient.fetchQuery({ ...userQuery, staleTime: 0 });
}

/** The member's unsent messages and drafts on this page. After the member left the page, their stored drafts. */
function unsentOf(member: string | undefined): Unsent {
  const { messages, drafts } = countUnsent();
  const known = member ?? localStore.get(SIGNED_IN_AS);
  return { messages, drafts: Math.max(drafts, known === null ? 0 : countDrafts(known)) };
}

/** Ends the session on this page without a message, in the same way as the tab that ended it unless given. */
export function endSessionHere(ending: Ending = endingHere()): void {
  const member = queryClient.getQueryData<UserState | null>(keys.user)?.user.id;
  const wasSignedInHere = member !== undefined;
  if (isAnythingLeft() || wasSignedInHere) {
    // Counted first: fields that unmount take their drafts with them.
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
  // An answer to a query made before the end would restore the member.
  void queryClient.cancelQueries({ queryKey: keys.user });
  queryClient.setQueryData(keys.user, null);
  queryClient.removeQueries({
    // A visitor's queries on screen never held a member's data. Removed under the page, they would not reload.
    ...(wasSignedInHere ? {} : { type: 'inactive' }),
    predicate: ({ queryKey }) => !['user', 'settings'].includes(String(queryKey[0])),
  });
}

/** The member ended it on this page. The server may report the end before its answer; no message is shown for it. */
export function endOwnSession(): void {
  endSessionHere('leaving');
  noteEndedElsewhere(false);
}

/**
 * The server answered that nobody is signed in here any more (S4-064). If the member did not log out here, the login
 * page informs them, even after a sleep or on a new page. A refused call is ignored while a link signs in: the link
 * ends the earlier session, so the refusal may come first.
 */
export function onSessionGone(): void {
  if (isLanding()) return;
  if (wasSignedIn() && !isLogOutDue()) noteEndedElsewhere(true);
  endSessionHere(endingOfGone());
}

/**
 * Mounted once; ends the session here when a call reports its end. Refetches the member 5 s after the start, then every
 * 60 s, or 300 s while push is subscribed (S9). Refetches too after the device's clock was set, since the answer
 * carries the time.
 */
export function useSessionUpkeep(): void {
  const { data: user } = useQuery({ ...userQuery, select: userOf });
  const isSignedIn = Boolean(user);
  const everyMs = user?.push_subscribed ? CONSTANTS.userRefetchWithPushMs : CONSTANTS.userRefetchMs;
  useEffect(() => onAuthenticationRequired(onSessionGone), []);
  useEffect(() => actAs(user?.id), [user?.id]);
  useEffect(() => onAnotherMember(askWhoThisIs), []);
  // The session ended while no page was open, or while this one slept. Its data in this browser is erased now.
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
    void import('./unsent-storage.ts').then((unsent) => unsent.eraseExpiredUnsent()).catch(() => undefined);
  }, [isVisitor]);
  useEffect(() => {
    if (!isSignedIn) return;
    rememberSignedIn('1');
    return startRefetching(askWhoThisIs, everyMs);
  }, [isSignedIn, everyMs]);
  useEffect(() => (isSignedIn ? onClockJump(askWhoThisIs) : undefined), [isSignedIn]);
}

/**
 * Asks who is signed in now. A running query is not cancelled: each refused call asks, and on a slow connection no
 * query would ever finish.
 */
export function askWhoThisIs(): void {
  void queryClient.refetchQueries({ queryKey: keys.user }, { cancelRefetch: false });
}

const startedAt = Date.now();

/**
 * The first run is 5 s after the start of the page; later ones follow at the interval. Returns the function that stops
 * it.
 */
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
