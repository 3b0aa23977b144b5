import type { Message } from '@heartline/contracts';
import { notifyManager, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isMissing } from '../../client/api.ts';
import { keys, queryClient } from '../../client/query.ts';
import { type Messages, withNewer, withOlder } from '../../live/apply/messages.ts';
import { firstUnreadOf } from './conversation-rows.ts';
import { endJump, type Jump, type JumpTarget, requestJump, useJumpRequest } from './jumps.ts';
import { fetchPage } from './messages-query.ts';
import { daysBetween } from './times.ts';

/**
 * The shown part of a conversation.
 *
 * | Shown | Stored under | When |
 * |---|---|---|
 * | end | `keys.messages`, updated by live events | usually |
 * | part: rows without gaps, loaded at both edges | `keys.messagePart` | after a long jump or scroll |
 *
 * A part that reaches the end is joined to it. Neither holds more than `MAX_ROWS`, so that 50,000 messages cost no more
 * than 500.
 */
const MAX_ROWS = 500;
/** A jump may be requested this long, in ms, before its conversation opens, as from a search result. */
const WISHED_MS = 10_000;
/** Rows of the end that stay loaded while a part is shown, and after the conversation closes. */
const END_ROWS = 100;
const PAGE_ROWS = 50;

/** The part shown instead of the end, or null. */
function partQuery(conversation: string) {
  return queryOptions({
    queryKey: keys.messagePart(conversation),
    queryFn: ({ signal }): Promise<Messages | null> => readPartAgain(conversation, signal),
    initialData: null as Messages | null,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

const endOf = (conversation: string) => queryClient.getQueryData<Messages>(keys.messages(conversation));
const partOf = (conversation: string) =>
  queryClient.getQueryData<Messages | null>(keys.messagePart(conversation));
const shownOf = (conversation: string) => partOf(conversation) ?? endOf(conversation);

function setEnd(conversation: string, next: Messages): void {
  queryClient.setQueryData<Messages>(keys.messages(conversation), next);
}

function setPart(conversation: string, next: Messages | null): void {
  queryClient.setQueryData<Messages | null>(keys.messagePart(conversation), next);
}

/** Reloads the rows of a part, because no live event updates them (reactions, messages taken back). */
async function readPartAgain(conversation: string, signal: AbortSignal): Promise<Messages | null> {
  const held = partOf(conversation);
  const first = held?.messages[0]?.seq;
  const last = held?.messages.at(-1)?.seq;
  if (!held || first === undefined || last === undefined) return null;
  let again: Messages | undefined;
  for (let after = first - 1; after < last; after += 100) {
    const page = await fetchPage({ conversation, after, limit: 100 }, signal);
    again = again ? withNewer(again, page) : { ...page, hasOlder: held.hasOlder };
  }
  const now = partOf(conversation);
  return again && now
    ? asPart({ ...again, messages: again.messages.filter(({ seq }) => seq <= last) })
    : null;
}

const asPart = (messages: Messages): Messages => ({ ...messages, hasNewer: true });

/** Loads the page above the shown rows, and skips pages that hold only voided places. */
export async function loadOlder(conversation: string): Promise<void> {
  const first = shownOf(conversation)?.messages[0]?.seq;
  if (first === undefined) return;
  for (let before = first; before > 1; before -= PAGE_ROWS) {
    const older = await fetchPage({ conversation, before, limit: PAGE_ROWS });
    // The reader jumped while the page was loading, so it belongs elsewhere.
    if (shownOf(conversation)?.messages[0]?.seq !== first) return;
    addOlder(conversation, older);
    if (older.messages.length > 0 || !older.hasOlder) return;
  }
}

function addOlder(conversation: string, older: Messages): void {
  const part = partOf(conversation);
  const end = endOf(conversation);
  const held = part ?? end;
  if (!held || !end) return;
  const joined = withOlder(held, older);
  if (joined.messages.length <= MAX_ROWS) {
    if (part) setPart(conversation, joined);
    else setEnd(conversation, joined);
    return;
  }
  // Over the limit: drop the rows furthest from the reader. The rest is a part.
  notifyManager.batch(() => {
    setPart(conversation, asPart({ ...joined, messages: joined.messages.slice(0, MAX_ROWS) }));
    if (!part) setEnd(conversation, lastRowsOf(end));
  });
}

/** Loads the page below a part. When the part reaches the end, the end is shown again. */
export async function loadNewer(conversation: string): Promise<void> {
  const last = partOf(conversation)?.messages.at(-1)?.seq;
  if (last === undefined) return;
  for (let from = last; ; from += PAGE_ROWS) {
    const newer = await fetchPage({ conversation, after: from, limit: PAGE_ROWS });
    // The reader jumped while the page was loading.
    if (partOf(conversation)?.messages.at(-1)?.seq !== last) return;
    addNewer(conversation, newer, from + PAGE_ROWS);
    const part = partOf(conversation);
    if (!part || newer.messages.length > 0 || from >= newer.lastSeq) return;
  }
}

function addNewer(conversation: string, newer: Messages, upTo: number): void {
  const part = partOf(conversation);
  const end = endOf(conversation);
  if (!part || !end) return;
  const joined = withNewer(part, newer);
  const firstOfEnd = end.messages[0]?.seq ?? end.lastSeq + 1;
  const isWhole = Math.max(joined.messages.at(-1)?.seq ?? 0, Math.min(upTo, newer.lastSeq)) >= firstOfEnd - 1;
  if (!isWhole) return setPart(conversation, asPart(withoutFirst(joined)));
  notifyManager.batch(() => {
    setEnd(conversation, withoutFirst({ ...withNewer(joined, end), lastSeq: lastSeqOf(end, joined) }));
    setPart(conversation, null);
  });
}

/** A page may hold rows whose events have not arrived. Count them as known, or the event would add them twice. */
const lastSeqOf = (end: Messages, { messages }: Messages) => Math.max(end.lastSeq, messages.at(-1)?.seq ?? 0);

const withoutFirst = (messages: Messages) => lastOf(messages, MAX_ROWS);
const lastRowsOf = (messages: Messages) => lastOf(messages, END_ROWS);

/** The newest rows, at most `count`. Older rows exist then, even if the beginning was known. */
function lastOf(held: Messages, count: number): Messages {
  if (held.messages.length <= count) return held;
  const rest = { ...held };
  delete rest.isCut;
  return { ...rest, messages: held.messages.slice(-count), hasOlder: true };
}

/** Drops old rows while the reader is at the end. */
export function trimEnd(conversation: string): void {
  const end = endOf(conversation);
  if (end && end.messages.length > MAX_ROWS) setEnd(conversation, lastRowsOf(end));
}

/** Position of the list. Another `list` is rendered again, at `seq` or at its end. */
export interface Place {
  list: number;
  /** Row to bring into view; null for the end. */
  seq: number | null;
  /** Changes with every completed jump. */
  id: number;
  /** Moves the focus to the row, wherever it was. */
  takesFocus?: boolean;
}

/** Receives the outcome of a jump that needs a notification. */
export interface JumpNotices {
  /** The target is gone or hidden. */
  missed: () => void;
  /** Loading failed, without a connection or at the server. `again` repeats the jump. */
  failed: (error: unknown, again: () => void) => void;
  /** The requested day has no message; the jump went to another day. */
  otherDay: (asked: number, found: number) => void;
}

/** Shown messages and position of a conversation. Carries out the jumps requested for it. */
export function useHistory(conversation: string, end: Messages | undefined, notices: JumpNotices) {
  const latest = useRef(notices);
  latest.current = notices;
  const { data: part } = useQuery({ ...partQuery(conversation), enabled: end !== undefined });
  const [place, setPlace] = useState<Place>({ list: 0, seq: null, id: 0 });
  const jump = useJumpRequest(conversation);
  const isReady = end !== undefined;
  const [openedAt] = useState(() => performance.now());
  useEffect(() => {
    if (!jump || !isReady) return;
    // Requested during an earlier visit that ended before it was done.
    if (jump.at < openedAt - WISHED_MS) return endJump(conversation, jump.id);
    const leaving = new AbortController();
    const isOver = () => {
      if (!leaving.signal.aborted) endJump(conversation, jump.id);
      return leaving.signal.aborted;
    };
    void arrive(conversation, jump, leaving.signal).then(
      (arrived) => {
        if (isOver()) return;
        if (!arrived) return latest.current.missed();
        setPlace(({ list }) => ({
          list: arrived.isNew ? list + 1 : list,
          seq: arrived.seq,
          id: jump.id,
          takesFocus: jump.target.kind === 'day',
        }));
        if (jump.target.kind !== 'day') return;
        const found = shownOf(conversation)?.messages.find(({ seq }) => seq === arrived.seq)?.at;
        if (found !== undefined && daysBetween(jump.target.at, found) !== 0)
          latest.current.otherDay(jump.target.at, found);
      },
      (error: unknown) => {
        if (isOver()) return;
        if (isMissing(error)) latest.current.missed();
        else latest.current.failed(error, () => requestJump(conversation, jump.target));
      },
    );
    return () => leaving.abort();
  }, [conversation, jump, isReady, openedAt]);
  useEffect(
    () => () => {
      const held = endOf(conversation);
      queryClient.removeQueries({ queryKey: keys.messagePart(conversation), exact: true });
      if (held) setEnd(conversation, lastRowsOf(held));
    },
    [conversation],
  );
  return { shown: part ?? end, isPart: part !== null, place };
}

interface Arrived {
  seq: number | null;
  /** True when the shown rows were replaced. */
  isNew: boolean;
}

/**
 * Shows the target of a jump; undefined if nothing of it exists.
 * @throws {ApiError} if it could not be loaded.
 */
async function arrive(
  conversation: string,
  { target }: Jump,
  signal: AbortSignal,
): Promise<Arrived | undefined> {
  if (target.kind === 'end') return showEnd(conversation);
  const shown = shownOf(conversation);
  const here = shown && rowHere(shown, target);
  if (here !== undefined) return { seq: here, isNew: false };
  const wanted = rowOf(target) ?? (await firstSince(conversation, momentOf(target), signal));
  // Load the rows around it, so that it has context.
  const page = await fetchPage({ conversation, around: wanted, limit: PAGE_ROWS }, signal);
  if (signal.aborted || page.messages.length === 0) return undefined;
  showPage(conversation, page);
  return { seq: newOf(page, target) ?? closestTo(page, wanted), isNew: true };
}

/** Row of the target, if it is known. */
function rowOf(target: JumpTarget): number | undefined {
  if (target.kind === 'row') return target.seq;
  return target.kind === 'new' ? target.from : undefined;
}

/** First unread message of the other member among these. */
const newOf = ({ messages }: Pick<Messages, 'messages'>, target: JumpTarget): number | null =>
  target.kind === 'new' ? firstUnreadOf(messages, target.me, target.from - 1) : null;

const momentOf = (target: JumpTarget) => ('at' in target ? target.at : 0);

/** First message from a time on; the newest if there is none. */
async function firstSince(conversation: string, at: number, signal: AbortSignal): Promise<number> {
  const page = await fetchPage({ conversation, since: Math.floor(at / 1_000), limit: 5 }, signal);
  // The server compares whole seconds.
  return (page.messages.find((message) => message.at >= at) ?? page.messages.at(-1))?.seq ?? 1;
}

function showEnd(conversation: string): Arrived {
  const isNew = Boolean(partOf(conversation));
  if (isNew) setPart(conversation, null);
  return { seq: null, isNew };
}

/** Shows a page from elsewhere: as a part, or joined to the end if it touches it. */
function showPage(conversation: string, page: Messages): void {
  const end = endOf(conversation);
  const last = page.messages.at(-1)?.seq ?? 0;
  if (end && last >= (end.messages[0]?.seq ?? 0) - 1) {
    notifyManager.batch(() => {
      setEnd(conversation, { ...withOlder(end, page), lastSeq: lastSeqOf(end, page) });
      setPart(conversation, null);
    });
  } else setPart(conversation, asPart(page));
}

/** Row of the target among the shown ones; undefined if it must be loaded. */
function rowHere({ messages, hasOlder, hasNewer }: Messages, target: JumpTarget): number | undefined {
  // The first and the last row of a part are not rendered until the page beyond them is loaded.
  const known = messages.slice(hasOlder ? 1 : 0, hasNewer ? -1 : undefined);
  if (target.kind === 'row') return known.find(({ seq }) => seq === target.seq)?.seq;
  // An older row that is not loaded may match first.
  if (hasOlder && !isBefore(messages[0], target)) return undefined;
  if (target.kind === 'new') return newOf({ messages: known }, target) ?? undefined;
  return known.find(({ at }) => at >= momentOf(target))?.seq;
}

/** True if a message lies before anything the target can be. */
function isBefore(message: Message | undefined, target: JumpTarget): boolean {
  if (!message) return false;
  return target.kind === 'new' ? message.seq < target.from : message.at < momentOf(target);
}

function closestTo({ messages }: Messages, wanted: number): number | null {
  const after = messages.find(({ seq }) => seq >= wanted);
  return (after ?? messages.at(-1))?.seq ?? null;
}
