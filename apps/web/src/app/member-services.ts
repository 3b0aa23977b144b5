import { noteEndedElsewhere } from '../client/ended-elsewhere.ts';
import { leaveUnsent } from '../client/leave-unsent.ts';
import { persistAnswers } from '../client/persisted-cache/persist-answers.ts';
import { askWhoThisIs, endSessionHere } from '../client/session.ts';
import { onShownAgain } from '../client/shown-again.ts';
import { endingHere, SIGNED_IN, SIGNED_IN_AS, wasSignedIn } from '../client/signed-in.ts';
import { localStore } from '../client/storage.ts';
import { hasUnsent, keepUnsentOf, resumeUnsentOf } from '../client/unsent-storage.ts';
import { startMessaging } from '../features/messaging/start-messaging.ts';
import { startNotifications } from '../features/notifications/start-notifications.ts';
import { startLive } from '../live/start-live.ts';

/**
 * Starts everything that works behind the pages of a signed-in member; `open` navigates to an address. Returns the
 * function that stops it.
 */
export function startMemberServices(member: string, open: (href: string) => void): () => void {
  const stops = [
    startLive(member),
    startAfter(takeOver(member), () => startMessaging(member)),
    startNotifications(open),
    persistAnswers(member),
    onSignedOutElsewhere(() => endAsNotified(member)),
    onAnotherElsewhere(member, askWhoThisIs),
    dropPagesOfThePast(member),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** This browser is the member's from now on. Resolves once expired unsent text is erased. */
function takeOver(member: string): Promise<void> {
  const before = localStore.get(SIGNED_IN_AS);
  if (before !== null && before !== member) keepUnsentOf(before);
  localStore.set(SIGNED_IN_AS, member);
  return resumeUnsentOf(member);
}

/** Starts something once `first` resolves. Returns the function that stops it. */
function startAfter(first: Promise<void>, start: () => () => void): () => void {
  let stop: (() => void) | undefined;
  let isStopped = false;
  void first.then(() => {
    if (!isStopped) stop = start();
  });
  return () => {
    isStopped = true;
    stop?.();
  };
}

/** "Back" may restore a whole page from the back/forward cache, as it was before a sign-out or another sign-in. */
function dropPagesOfThePast(member: string): () => void {
  return onShownAgain(() => {
    const isAnothers = (localStore.get(SIGNED_IN_AS) ?? member) !== member;
    if (!wasSignedIn() || isAnothers) location.reload();
  });
}

/**
 * Another tab ended the session, or learned that it ended elsewhere. Each window then informs the member of unsent
 * text.
 */
function endAsNotified(member: string): void {
  // A member who logged in after this page's member has logged out. The unsent text of this page's member stays.
  if (endingHere() === 'leaving' && hasUnsent(member)) {
    leaveUnsent();
    location.reload();
    return;
  }
  if (endingHere() === 'ending') noteEndedElsewhere(true);
  endSessionHere();
}

/** Runs when the member signs out in another tab. Returns the unsubscribe function. */
function onSignedOutElsewhere(run: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    // A tab that slept gets this event late: a member may be signed in again by then.
    if (key === SIGNED_IN && !wasSignedIn()) run();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

/** Runs when another member signs in, in another tab. Returns the unsubscribe function. */
function onAnotherElsewhere(member: string, run: () => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === SIGNED_IN_AS && newValue !== null && newValue !== member) run();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}
