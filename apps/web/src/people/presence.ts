import { type OutputOf, PRESENCE_ASKED, presenceAsk } from '@heartline/contracts';
import { useEffect, useSyncExternalStore } from 'react';
import { onAttention } from '../live/attention.ts';
import { onLive } from '../live/bus.ts';
import { isLive, liveRequest, onConnectionChange } from '../live/connection.ts';
import { isCutOff, useNetwork } from '../live/use-network.ts';

/**
 * Who is here now, of those that are on the screen. The page asks for all of them together, now and then and only while
 * it is looked at: nothing is pushed, so a member who comes or goes costs nobody anything.
 */
export type Presence = OutputOf<typeof presenceAsk>['people'][number];

/** As old as this an answer is asked for again; at most one question in `GATHER_MS`. */
const FRESH_MS = 40_000;
/** The same where nothing is told: that changes seldom, mostly as the first message makes it a conversation. */
const UNTOLD_MS = 10 * 60_000;
const GATHER_MS = 400;
/** Longer than a gateway remembers who is away. */
const REMEMBERED_MS = 2_500;

const wanted = new Map<string, number>();
const known = new Map<string, { presence: Presence | null | undefined; at: number }>();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;
/** When that asks, by the clock of `performance`. */
let asksAt = 0;

let stopFollowing = () => {};

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) stopFollowing = follow();
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) stopFollowing();
  };
}

/** Presence of one person while the component is there: undefined before the answer, null where nothing is told. */
export function usePresence(id: string): Presence | null | undefined {
  useEffect(() => {
    wanted.set(id, (wanted.get(id) ?? 0) + 1);
    schedule(GATHER_MS);
    return () => {
      const left = (wanted.get(id) ?? 1) - 1;
      if (left > 0) wanted.set(id, left);
      else wanted.delete(id);
    };
  }, [id]);
  return useSyncExternalStore(subscribe, () => known.get(id)?.presence);
}

/** Whether somebody is here now: what is known of it, or else what their card said. Nobody is, to a page that is cut off. */
export function useIsOnline({ id, online }: { id: string; online: boolean }): boolean {
  const presence = usePresence(id);
  const network = useNetwork(true);
  return !isCutOff(network) && (presence ? presence.online : online);
}

/** Asks again when the page is looked at or connected again. Returns how to stop, which forgets everything. */
function follow(): () => void {
  const again = () => schedule(GATHER_MS);
  const stops = [
    onConnectionChange(again),
    onAttention(again),
    onLive('conversation:typed', ({ profile }) => onSign(profile)),
    onLive('message:reacted', ({ reaction }) => onSign(reaction.member)),
    onLive('message:created', ({ message, profile }) => {
      if (message.seq === 1) known.delete(profile);
      if (message.sender === profile) onSign(profile);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    clearTimeout(timer);
    timer = undefined;
    known.clear();
  };
}

/** Who writes or reacts is here: what says otherwise is asked for again at once, and where it still does, once more. */
function onSign(id: string): void {
  if (askAgain(id)) setTimeout(() => askAgain(id), REMEMBERED_MS);
}

/** False of who is known to be here, and of whom nothing is told. */
function askAgain(id: string): boolean {
  const { presence } = known.get(id) ?? {};
  if (!presence || presence.online) return false;
  known.set(id, { presence, at: 0 });
  schedule(GATHER_MS);
  return true;
}

/** Asks after so long, or sooner where that is due: who comes on the screen does not wait for those who were there. */
function schedule(ms: number): void {
  const at = performance.now() + ms;
  if (timer !== undefined && asksAt <= at) return;
  clearTimeout(timer);
  asksAt = at;
  timer = setTimeout(() => {
    timer = undefined;
    void ask();
  }, ms);
}

async function ask(): Promise<void> {
  // Not looked at, or cut off: asked again with the next look, or the next connection.
  if (document.visibilityState !== 'visible' || !isLive() || wanted.size === 0) return;
  const now = Date.now();
  const due = dueAt(now);
  const asked = due.slice(0, PRESENCE_ASKED);
  schedule(due.length > asked.length ? GATHER_MS : FRESH_MS);
  if (asked.length === 0) return;
  note(asked, (id) => known.get(id)?.presence, now);
  try {
    const answer = await liveRequest(presenceAsk, { profiles: asked });
    if (!answer.ok) return;
    const people = new Map(answer.value.people.map((one) => [one.id, one]));
    note(asked, (id) => people.get(id) ?? null, now);
    for (const listener of listeners) listener();
  } catch {
    for (const id of asked) known.delete(id);
  }
}

/** Those whose last answer is too old, or from after now: the clock of the device was set back. */
function dueAt(now: number): string[] {
  return [...wanted.keys()].filter((id) => {
    const { presence, at = 0 } = known.get(id) ?? {};
    return Math.abs(now - at) >= (presence === null ? UNTOLD_MS : FRESH_MS);
  });
}

function note(ids: readonly string[], of: (id: string) => Presence | null | undefined, at: number): void {
  for (const id of ids) known.set(id, { presence: of(id), at });
}
