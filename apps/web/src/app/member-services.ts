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

/** Everything that works behind the pages of a signed-in member; `open` goes to an address. Returns how to stop. */
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

/** This browser is the member's from now on. Resolves once words that waited too long are erased. */
function takeOver(member: string): Promise<void> {
  const before = localStore.get(SIGNED_IN_AS);
  if (before !== null && before !== member) keepUnsentOf(before);
  localStore.set(SIGNED_IN_AS, member);
  return resumeUnsentOf(member);
}

/** Starts something once `first` resolves. Returns how to stop. */
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

/** "Back" may bring a whole page out of the browser's memory, as it was before the member signed out, or another in. */
function dropPagesOfThePast(member: string): () => void {
  return onShownAgain(() => {
    const isAnothers = (localStore.get(SIGNED_IN_AS) ?? member) !== member;
    if (!wasSignedIn() || isAnothers) location.reload();
  });
}

/** Another tab ended the session, or heard that it ended elsewhere: then each window says what waits for the member. */
function endAsNotified(member: string): void {
  // The one who logged out logged in after this page's member, whose words stay.
  if (endingHere() === 'leaving' && hasUnsent(member)) {
    leaveUnsent();
    location.reload();
    return;
  }
  if (endingHere() === 'ending') noteEndedElsewhere(true);
  endSessionHere();
}

/** Runs when a member is signed out in another tab. Returns how to stop. */
function onSignedOutElsewhere(run: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    // A tab that slept hears of it late: somebody may be signed in again by then.
    if (key === SIGNED_IN && !wasSignedIn()) run();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

/** Runs when somebody else is signed in, in another tab. Returns how to stop. */
function onAnotherElsewhere(member: string, run: () => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === SIGNED_IN_AS && newValue !== null && newValue !== member) run();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}
