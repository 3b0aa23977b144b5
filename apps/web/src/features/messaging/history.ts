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
 * What of a conversation is shown. Usually its end, which live events keep up to date (`keys.messages`). A reader who
 * jumps far, or scrolls far up, sees a *part* instead: rows without holes with older and newer ones around them, loaded
 * at both edges. A part that reaches the end is joined to it; neither ever holds more than `MAX_ROWS`, so that fifty
 * thousand messages cost no more than five hundred.
 */
const MAX_ROWS = 500;
/** So long before a conversation opens a wish may be made for it, as by a press on what a search found. */
const WISHED_MS = 10_000;
/** Rows of the end that are kept while a part is shown, and after the conversation was left. */
const END_ROWS = 100;
const PAGE_ROWS = 50;

/** The part that is shown in place of the end, or null. */
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

/** Messages change while nobody listens (reactions, what was taken back): the same rows, as they are now. */
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

/** Brings the page above what is shown. Pages of places that were given up are stepped over. */
export async function loadOlder(conversation: string): Promise<void> {
  const first = shownOf(conversation)?.messages[0]?.seq;
  if (first === undefined) return;
  for (let before = first; before > 1; before -= PAGE_ROWS) {
    const older = await fetchPage({ conversation, before, limit: PAGE_ROWS });
    // The reader jumped while the page was on its way: it belongs to something else.
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
  // Too many: those furthest from the reader go, and what is left is a part.
  notifyManager.batch(() => {
    setPart(conversation, asPart({ ...joined, messages: joined.messages.slice(0, MAX_ROWS) }));
    if (!part) setEnd(conversation, lastRowsOf(end));
  });
}

/** Brings the page below a part; once it reaches the end, the end is shown again. */
export async function loadNewer(conversation: string): Promise<void> {
  const last = partOf(conversation)?.messages.at(-1)?.seq;
  if (last === undefined) return;
  for (let from = last; ; from += PAGE_ROWS) {
    const newer = await fetchPage({ conversation, after: from, limit: PAGE_ROWS });
    // As above: this page is of another place.
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

/** A page may hold rows whose events are still on their way: they are known then, so that none stands there twice. */
const lastSeqOf = (end: Messages, { messages }: Messages) => Math.max(end.lastSeq, messages.at(-1)?.seq ?? 0);

const withoutFirst = (messages: Messages) => lastOf(messages, MAX_ROWS);
const lastRowsOf = (messages: Messages) => lastOf(messages, END_ROWS);

/** Only so many rows, the newest: there are older ones then, whatever was known of the beginning. */
function lastOf(held: Messages, count: number): Messages {
  if (held.messages.length <= count) return held;
  const rest = { ...held };
  delete rest.isCut;
  return { ...rest, messages: held.messages.slice(-count), hasOlder: true };
}

/** Lets go of what the reader is far from; called while they are at the end. */
export function trimEnd(conversation: string): void {
  const end = endOf(conversation);
  if (end && end.messages.length > MAX_ROWS) setEnd(conversation, lastRowsOf(end));
}

/** Where the list stands: another `list` is drawn anew, at `seq` or at its end. */
export interface Place {
  list: number;
  /** The row to bring into view; none for the end. */
  seq: number | null;
  /** Another one for every jump that arrived. */
  id: number;
  /** The focus goes there wherever it was. */
  takesFocus?: boolean;
}

/** What became of a reader's wish to be elsewhere, where it needs a word. */
export interface JumpTold {
  /** The place can't be shown: it is gone, or hidden. */
  missed: () => void;
  /** Nobody knows: it could not be asked for, or the server failed. It may be asked for again. */
  failed: (error: unknown, again: () => void) => void;
  /** Nothing was written on the day that was asked for: this is another one. */
  otherDay: (asked: number, found: number) => void;
}

/** What is shown of a conversation, and where; meets the reader's wishes to be elsewhere. */
export function useHistory(conversation: string, end: Messages | undefined, told: JumpTold) {
  const latest = useRef(told);
  latest.current = told;
  const { data: part } = useQuery({ ...partQuery(conversation), enabled: end !== undefined });
  const [place, setPlace] = useState<Place>({ list: 0, seq: null, id: 0 });
  const jump = useJumpRequest(conversation);
  const isReady = end !== undefined;
  const [openedAt] = useState(() => performance.now());
  useEffect(() => {
    if (!jump || !isReady) return;
    // Somebody wished for it when it was open before, and left while it was on its way.
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
  /** What is shown was replaced. */
  isNew: boolean;
}

/**
 * Shows what the reader wishes to see; undefined where there is nothing of it.
 * @throws {ApiError} where it could not be asked for.
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
  // Around it, so that it stands among its neighbours.
  const page = await fetchPage({ conversation, around: wanted, limit: PAGE_ROWS }, signal);
  if (signal.aborted || page.messages.length === 0) return undefined;
  showPage(conversation, page);
  return { seq: newOf(page, target) ?? closestTo(page, wanted), isNew: true };
}

/** Around which row the target is, where that is known. */
function rowOf(target: JumpTarget): number | undefined {
  if (target.kind === 'row') return target.seq;
  return target.kind === 'new' ? target.from : undefined;
}

/** The first new message of the other side among these. */
const newOf = ({ messages }: Pick<Messages, 'messages'>, target: JumpTarget): number | null =>
  target.kind === 'new' ? firstUnreadOf(messages, target.me, target.from - 1) : null;

const momentOf = (target: JumpTarget) => ('at' in target ? target.at : 0);

/** The first message from a moment on; the newest where there is none. */
async function firstSince(conversation: string, at: number, signal: AbortSignal): Promise<number> {
  const page = await fetchPage({ conversation, since: Math.floor(at / 1_000), limit: 5 }, signal);
  // The server counts in seconds.
  return (page.messages.find((message) => message.at >= at) ?? page.messages.at(-1))?.seq ?? 1;
}

function showEnd(conversation: string): Arrived {
  const isNew = Boolean(partOf(conversation));
  if (isNew) setPart(conversation, null);
  return { seq: null, isNew };
}

/** A page from elsewhere: a part of its own, or joined to the end where it touches it. */
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

/** The row of the target among those that are shown; undefined when it has to be looked for. */
function rowHere({ messages, hasOlder, hasNewer }: Messages, target: JumpTarget): number | undefined {
  // The first row shown has others above it that nobody sees yet, and the last one others below it.
  const known = messages.slice(hasOlder ? 1 : 0, hasNewer ? -1 : undefined);
  if (target.kind === 'row') return known.find(({ seq }) => seq === target.seq)?.seq;
  // The first of its kind may stand further up.
  if (hasOlder && !isBefore(messages[0], target)) return undefined;
  if (target.kind === 'new') return newOf({ messages: known }, target) ?? undefined;
  return known.find(({ at }) => at >= momentOf(target))?.seq;
}

/** Whether a message stands above all that the target may be. */
function isBefore(message: Message | undefined, target: JumpTarget): boolean {
  if (!message) return false;
  return target.kind === 'new' ? message.seq < target.from : message.at < momentOf(target);
}

function closestTo({ messages }: Messages, wanted: number): number | null {
  const after = messages.find(({ seq }) => seq >= wanted);
  return (after ?? messages.at(-1))?.seq ?? null;
}
