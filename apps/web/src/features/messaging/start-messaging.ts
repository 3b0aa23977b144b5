import {
  messageSend,
  postMessage,
  type Refusal,
  type Result,
  type SendInput,
  type SendOutput,
} from '@heartline/contracts';
import { ApiError, call } from '../../client/api.ts';
import { serverNow } from '../../client/clock.ts';
import { keys, queryClient } from '../../client/query.ts';
import { onShownAgain } from '../../client/shown-again.ts';
import { isGoing } from '../../client/start-anew.ts';
import { countDrafts, provideUnsentCount } from '../../client/unsent.ts';
import { spendable, type UserState } from '../../client/user-state.ts';
import { isLive, liveRequest, onConnectionChange } from '../../live/connection.ts';
import { lead } from '../../live/leader.ts';
import { writeSent } from '../../live/slices.ts';
import { openTabs } from '../../live/tabs.ts';
import { followSheets } from './composer/persisted-sheets.ts';
import { openPictureStore } from './composer/sheet-pictures.ts';
import { countSheets } from './composer/sheets.ts';
import { followOlder } from './older-in-hand.ts';
import { createFallbackStore } from './outbox/fallback-store.ts';
import { followHeld } from './outbox/follow-held.ts';
import { createOutbox, type Outbox, type OutboxNews } from './outbox/outbox.ts';
import { type OutboxEntry, openOutboxStore } from './outbox/outbox-store.ts';
import { sendEntry } from './outbox/send-entry.ts';
import { createTwoWays } from './outbox/two-ways.ts';
import { outboxEntries, setOutbox } from './outbox/use-outbox.ts';
import { persistConversations } from './persist-conversations.ts';
import { followReceipts } from './receipts/delivered.ts';
import { followRemovals } from './remove-chat.ts';
import { followReplies } from './reply.ts';
import { followReads } from './send-read.ts';
import { followTyping } from './typing/typing.ts';
import { giveBack } from './undo/give-back.ts';

/**
 * Starts the parts of messaging that run on every page of a member: the outbox, receipts, removals, drafts and open
 * sheets. Returns a function that stops them.
 */
export function startMessaging(member: string): () => void {
  const ending = new AbortController();
  const opening = openOutbox(member, ending.signal);
  setOutbox(opening, member);
  const stopSaying = provideUnsentCount(() => ({
    messages: outboxEntries().length,
    drafts: countDrafts(member) + countSheets(),
  }));
  const stopReceipts = followReceipts();
  const stopRemovals = followRemovals();
  const stopReplies = followReplies(member);
  const stopTyping = followTyping();
  const stopReads = followReads();
  const stopOlder = followOlder();
  const stopKeeping = persistConversations();
  void followSheets(member, openPictureStore(member), ending.signal);
  return () => {
    ending.abort();
    stopSaying();
    stopReceipts();
    stopRemovals();
    stopReplies();
    stopTyping();
    stopReads();
    stopOlder();
    stopKeeping();
    setOutbox(undefined);
  };
}

async function openOutbox(member: string, signal: AbortSignal): Promise<Outbox> {
  const store = createFallbackStore(openOutboxStore, () => {
    if (!signal.aborted) void outbox.reread();
  });
  const tabs = openTabs<OutboxNews>(`outbox:${member}`);
  const outbox = createOutbox({
    member,
    store,
    isReachable,
    send: (entry) => sendEntry(entry, { store, send: sendInput }),
    onSent: (sent, profile) => writeSent(queryClient, sent, profile),
    onRefused,
    // Only the text needs to be given back: the picture is still where the member chose it.
    onCancelled: ({ conversation, text, quote }) => {
      if (text) giveBack(member, conversation, { text, quote });
    },
    publish: tabs.publish,
    newKey: () => crypto.randomUUID(),
    now: serverNow,
  });
  const { check } = lead(`outbox:${member}`, signal, (term) => {
    void outbox.lead();
    term.addEventListener('abort', () => outbox.follow());
  });
  const onOnline = () => outbox.wake();
  addEventListener('online', onOnline);
  addEventListener('beforeunload', warnOfUnsaved);
  const watch = setInterval(() => {
    if (isStuck(outbox.entries())) check();
  }, CHECK_MS);
  const stops = [
    tabs.subscribe((news) => outbox.receive(news)),
    // A page restored from the back/forward cache missed what other tabs did with the store.
    onShownAgain(() => void outbox.reread()),
    onConnectionChange(() => {
      if (isLive()) outbox.wake();
    }),
    followFunds(outbox),
    followHeld(outbox),
    tabs.close,
  ];
  signal.addEventListener('abort', () => {
    clearInterval(watch);
    removeEventListener('online', onOnline);
    removeEventListener('beforeunload', warnOfUnsaved);
    outbox.stop();
    for (const stop of stops) stop();
  });
  return outbox;

  /** A message that this browser could not store is lost with the page, so the browser asks before it closes. */
  function warnOfUnsaved(event: BeforeUnloadEvent) {
    if (!isGoing() && outbox.entries().some((entry) => entry.isUnsaved)) event.preventDefault();
  }
}

/** Refetches what the refusal proved outdated: credits and limits, and all prices after a changed price. */
function onRefused({ code }: Refusal, profile: string): void {
  const priced = [keys.chats, keys.olderChats, keys.profile(profile), keys.allPrices, keys.settings];
  for (const queryKey of code === 'PRICE_CHANGED' ? [keys.user, ...priced] : [keys.user]) {
    void queryClient.invalidateQueries({ queryKey });
  }
}

/** Interval at which a tab that does not send checks the one that does. */
const CHECK_MS = 5_000;

/** True if a message waits although it could be sent: the sending tab may be frozen. */
function isStuck(entries: readonly OutboxEntry[]): boolean {
  return (
    isReachable() &&
    document.visibilityState === 'visible' &&
    entries.some(({ state }) => state === 'waiting')
  );
}

/** True if the server seems reachable, also over HTTP alone where websockets are blocked. */
const isReachable = () => isLive() || navigator.onLine;

const sendInput = createTwoWays({
  isLive,
  overSocket: (input) => liveRequest(messageSend, input),
  overHttp,
});

async function overHttp(input: SendInput): Promise<Result<SendOutput>> {
  try {
    return { ok: true, value: await call(postMessage, input) };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 0) throw error;
    return { ok: false, refusal: { code: error.code, values: error.values } };
  }
}

/** Notifies the outbox when the member's credits or premium change. Returns a function that stops it. */
function followFunds(outbox: Outbox): () => void {
  let notified = '';
  const notify = () => {
    const user = queryClient.getQueryData<UserState | null>(keys.user)?.user;
    if (!user) return;
    const funds = { credits: spendable(user), premium: user.paid_user };
    if (JSON.stringify(funds) === notified) return;
    notified = JSON.stringify(funds);
    void outbox.fundsChanged(funds);
  };
  notify();
  return queryClient.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] === keys.user[0]) notify();
  });
}
