import { messageSend, postMessage, type Result, type SendInput, type SendOutput } from '@heartline/contracts';
import { ApiError, call } from '../../client/api.ts';
import { serverNow } from '../../client/clock.ts';
import { forgetChat } from '../../client/last-chat.ts';
import { keys, queryClient, type UserState } from '../../client/query.ts';
import { isLive, liveRequest, onConnectionChange } from '../../live/connection.ts';
import { lead } from '../../live/leader.ts';
import { writeSent } from '../../live/slices.ts';
import { openTabs } from '../../live/tabs.ts';
import { wipeDrafts } from './drafts.ts';
import { createOutbox, type Outbox, type OutboxNews } from './outbox/outbox.ts';
import { createMemoryStore, openOutboxStore } from './outbox/outbox-store.ts';
import { setOutbox } from './outbox/use-outbox.ts';
import { followReceipts } from './receipts.ts';
import { followRemovals } from './remove-chat.ts';

/**
 * What messaging does on every page of a member: sends what waits in the outbox, says what was received, finishes
 * removals. Returns how to stop; when the member has signed out by then, nothing they wrote stays in this browser.
 */
export function startMessaging(member: string): () => void {
  const ending = new AbortController();
  const opening = openOutbox(member, ending.signal);
  setOutbox(opening);
  const stopReceipts = followReceipts();
  const stopRemovals = followRemovals();
  return () => {
    ending.abort();
    stopReceipts();
    stopRemovals();
    setOutbox(undefined);
    if (!queryClient.getQueryData(keys.user)) void wipe();
  };
}

async function wipe(): Promise<void> {
  wipeDrafts();
  forgetChat();
  const store = await openOutboxStore().catch(createMemoryStore);
  await store.keepOnly(null);
}

async function openOutbox(member: string, signal: AbortSignal): Promise<Outbox> {
  // A browser that keeps nothing still sends what is written while the page is open.
  const store = await openOutboxStore().catch(createMemoryStore);
  await store.keepOnly(member);
  const tabs = openTabs<OutboxNews>(`outbox:${member}`);
  const outbox = createOutbox({
    member,
    store,
    send,
    onSent: ({ message }, profile) => {
      writeSent(queryClient, message, profile);
      if (!isLive()) void queryClient.invalidateQueries({ queryKey: keys.user });
    },
    // The balance shown was wrong, or the limit is news: ask how the member stands.
    onRefused: () => void queryClient.invalidateQueries({ queryKey: keys.user }),
    tell: tabs.say,
    newKey: () => crypto.randomUUID(),
    now: serverNow,
  });
  const stopNews = tabs.hear((news) => outbox.hear(news));
  const stopConnection = onConnectionChange(() => {
    if (isLive()) outbox.wake();
  });
  const stopFunds = followFunds(outbox);
  signal.addEventListener('abort', () => {
    outbox.stop();
    stopNews();
    stopConnection();
    stopFunds();
    tabs.close();
  });
  void lead(`outbox:${member}`, signal, () => void outbox.lead());
  return outbox;
}

/** Over the live connection, and over HTTP while there is none: both give the same answer to the same key. */
async function send(input: SendInput): Promise<Result<SendOutput>> {
  if (isLive()) return liveRequest(messageSend, input);
  if (!navigator.onLine) throw new Error('This device is offline.');
  try {
    return { ok: true, value: await call(postMessage, input) };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 0) throw error;
    return { ok: false, refusal: { code: error.code, values: error.values } };
  }
}

/** Tells the outbox whenever the member's credits or premium changed. Returns how to stop. */
function followFunds(outbox: Outbox): () => void {
  let told = '';
  const tell = () => {
    const user = queryClient.getQueryData<UserState | null>(keys.user)?.user;
    if (!user) return;
    const funds = { credits: user.credits, premium: user.paid_user };
    if (JSON.stringify(funds) === told) return;
    told = JSON.stringify(funds);
    void outbox.fundsChanged(funds);
  };
  tell();
  return queryClient.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] === keys.user[0]) tell();
  });
}
