import { type OutputOf, PRESENCE_ASKED, presenceAsk } from '@heartline/contracts';
import { useEffect, useSyncExternalStore } from 'react';
import { onAttention } from '../live/attention.ts';
import { onLive } from '../live/bus.ts';
import { isLive, liveRequest, onConnectionChange } from '../live/connection.ts';
import { isCutOff, useNetwork } from '../live/use-network.ts';

/**
 * Presence of the people on the screen. The page asks for all of them together at intervals, and only while it is
 * visible. Nothing is pushed, so a member who comes or goes causes no traffic.
 */
export type Presence = OutputOf<typeof presenceAsk>['people'][number];

/** Age at which an answer is requested again; at most one request in `GATHER_MS`. */
const FRESH_MS = 40_000;
/**
 * The same for a person whose presence is not available. That changes rarely, mostly when a first message begins a
 * conversation.
 */
const UNTOLD_MS = 10 * 60_000;
const GATHER_MS = 400;
/** Longer than a gateway caches that a member is away. */
const REMEMBERED_MS = 2_500;

const wanted = new Map<string, number>();
const known = new Map<string, { presence: Presence | null | undefined; at: number }>();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;
/** The time of the next request, by the clock of `performance`. */
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

/**
 * Presence of one person while the component is mounted: undefined before the answer, null when it is not available.
 */
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

/**
 * True when a person is online: by their presence, or else by their card. False for everyone while the page is
 * disconnected.
 */
export function useIsOnline({ id, online }: { id: string; online: boolean }): boolean {
  const presence = usePresence(id);
  const network = useNetwork(true);
  return !isCutOff(network) && (presence ? presence.online : online);
}

/** Asks again when the page is visible or connected again. Returns the function that stops it and drops all answers. */
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

/**
 * A member who writes or reacts is online. A contradicting answer is requested again at once, and once more if it still
 * contradicts.
 */
function onSign(id: string): void {
  if (askAgain(id)) setTimeout(() => askAgain(id), REMEMBERED_MS);
}

/** False for a person who is known to be online, or whose presence is not available. */
function askAgain(id: string): boolean {
  const { presence } = known.get(id) ?? {};
  if (!presence || presence.online) return false;
  known.set(id, { presence, at: 0 });
  schedule(GATHER_MS);
  return true;
}

/** Asks after this time, or sooner if that is due: a new person on the screen does not wait for the others. */
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
  // Hidden or disconnected: asks again when the page is visible or connected.
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

/** The people whose last answer is too old, or of the future: then the device's clock was set back. */
function dueAt(now: number): string[] {
  return [...wanted.keys()].filter((id) => {
    const { presence, at = 0 } = known.get(id) ?? {};
    return Math.abs(now - at) >= (presence === null ? UNTOLD_MS : FRESH_MS);
  });
}

function note(ids: readonly string[], of: (id: string) => Presence | null | undefined, at: number): void {
  for (const id of ids) known.set(id, { presence: of(id), at });
}
