import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';
import type { Row } from './conversation-rows.ts';
import type { Place } from './history.ts';
import { isWrittenHere } from './outbox/use-outbox.ts';

/** How the list of messages moves: where it opens, what it follows, what it brings into view. Never a jump otherwise. */

/** How long the message one jumped to stands out. */
const SHOWN_MS = 1_600;
/** Height of what stands above the oldest message, and room under the newest one. */
export const HEAD_PX = 96;
export const FOOT_PX = 12;

interface Motion {
  rows: readonly Row[];
  list: RefObject<VirtualizerHandle | null>;
  scroller: RefObject<HTMLElement | null>;
  isAtBottom: RefObject<boolean>;
  /** The row the list is on its way to, if it is. */
  going: RefObject<Going | null>;
  /** What is done once it is over. */
  atRest: RefObject<() => void>;
}

/** Where in the window a row is brought to. */
type Align = 'start' | 'center' | 'end';

interface Going {
  key: string;
  align: Align;
  /** By then it is over; never, until the row was drawn: a busy page draws late. */
  until: number;
}

/** So close to the end the reader is at it again. */
const NEAR_PX = 80;
/** So far up the reader has left it. */
const LEFT_PX = 40;

/** A hand was on it so shortly before: what moves up is its doing, not the browser's. */
const OWN_MS = 400;
const HANDS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/**
 * So long after it was drawn, and after each change of the rows since, a row that was asked for is kept in its place. Until
 * rows below it are drawn and measured the list is shorter, and stands at its end, where it must not stay.
 */
const GOING_MS = 500;

/** One scroll: what lies below now, how far it went, and by how much the list grew since the one before. */
interface Scroll {
  below: number;
  moved: number;
  grew: number;
  /** The reader scrolls, by wheel, finger or key. */
  isOwn: boolean;
}

/**
 * Whether the reader is at the end, asked at every scroll. Who scrolls up leaves it, also while rows come. A scroll that
 * comes with rows that came, went or grew is else the browser's, its distance is theirs, and the list goes along.
 */
export function isAtEnd(was: boolean, { below, moved, grew, isOwn }: Scroll): boolean {
  if (isOwn && moved < -1 && below > LEFT_PX) return false;
  return below < NEAR_PX || (was && grew !== 0);
}

/** Keeps whether the reader is at the end. */
export function useEnd(scroller: RefObject<HTMLElement | null>, hasNewer: boolean) {
  const isAtBottom = useRef(true);
  const last = useRef({ offset: 0, size: 0 });
  const ownUntil = useRef(0);
  const going = useRef<Going | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    const note = () => {
      ownUntil.current = performance.now() + OWN_MS;
      going.current = null;
    };
    const options = { passive: true, signal: leaving.signal };
    for (const hand of HANDS) scroller.current?.addEventListener(hand, note, options);
    return () => leaving.abort();
  }, [scroller]);
  const isPart = useRef(hasNewer);
  isPart.current = hasNewer;
  /** At every scroll of the whole end, or of a part further up: where it is, how high it all is, what lies below. */
  const noteScroll = ({ offset, size, below }: { offset: number; size: number; below: number }) => {
    const moved = offset - last.current.offset;
    const isOwn = performance.now() < ownUntil.current;
    // It glides on after the finger has left.
    if (isOwn && moved < -1) ownUntil.current = performance.now() + OWN_MS;
    const scroll = { below, moved, grew: size - last.current.size, isOwn };
    const isGoing = going.current !== null && performance.now() < going.current.until;
    isAtBottom.current = !isPart.current && !isGoing && isAtEnd(isAtBottom.current, scroll);
    last.current = { offset, size };
  };
  /** Where all of it can be seen nothing is further up, and nothing scrolls: who opened at the new messages is at the end. */
  const noteFit = () => {
    const { current } = scroller;
    if (current && current.scrollHeight <= current.clientHeight) isAtBottom.current = true;
  };
  // Where the way to a row ended at the end no scroll comes any more that would say so; nor where a hand ended it there.
  const atRest = useRef(() => {
    const { current } = scroller;
    const isOver = going.current === null || performance.now() >= going.current.until;
    if (!isOver) setTimeout(() => atRest.current(), GOING_MS);
    if (!current || isPart.current || !isOver) return;
    if (current.scrollHeight - current.clientHeight - current.scrollTop < NEAR_PX) isAtBottom.current = true;
  });
  return { isAtBottom, going, atRest, noteScroll, noteFit };
}

type Drawn = Pick<Motion, 'rows' | 'list' | 'scroller'>;

/** How far down a row begins, in px. */
const topOf = (list: VirtualizerHandle, index: number) => HEAD_PX + list.getItemOffset(index);

/**
 * What lies below the window, in px: less than 0 where the end is higher up than its lower edge. By the rows as they are
 * drawn: on an iPhone the list puts off what it makes up for while it moves, and the page is higher than its rows meanwhile.
 */
export function belowWindow({ rows, list, scroller }: Drawn): number {
  const { current } = scroller;
  if (!current || !list.current || rows.length === 0) return 0;
  const last = rows.length - 1;
  const end = topOf(list.current, last) + list.current.getItemSize(last) + FOOT_PX;
  return end - current.clientHeight - current.scrollTop;
}

/**
 * Brings the list to where it is kept: its end, or the row it is on its way to. Once for all: the list's own way to a row
 * would repeat itself while rows are measured, also for who has meanwhile scrolled off, whom it would throw back.
 */
function keepPlace({ rows, list, scroller, isAtBottom, going }: Omit<Motion, 'atRest'>): void {
  const { current } = scroller;
  if (!current) return;
  if (isAtBottom.current) current.scrollTop += belowWindow({ rows, list, scroller });
  const { current: way } = going;
  const now = performance.now();
  if (!list.current || !way || now >= way.until) return;
  way.until = Math.max(way.until, now + GOING_MS);
  const index = rows.findIndex((row) => row.key === way.key);
  if (index < 0) return;
  const room = current.clientHeight - list.current.getItemSize(index);
  const above = { start: 0, center: room / 2, end: room }[way.align];
  current.scrollTop = topOf(list.current, index) - above;
}

/** Goes to the newest message, and along with what comes. */
export function toEnd(motion: Motion): void {
  motion.isAtBottom.current = true;
  motion.going.current = null;
  keepPlace(motion);
}

/** Goes to one row, from where no end is followed. */
function toRow(motion: Motion, index: number, align: Align): void {
  const row = motion.rows[index];
  if (!row) return;
  motion.isAtBottom.current = false;
  const way = { key: row.key, align, until: Number.POSITIVE_INFINITY };
  motion.going.current = way;
  keepPlace(motion);
  // In the second picture from now the rows around it are drawn and measured.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      way.until = performance.now() + GOING_MS;
      setTimeout(() => motion.atRest.current(), GOING_MS + 1);
    }),
  );
}

/** Brings a row into the window, if it is not wholly in it. */
export function showRow(motion: Motion, index: number): void {
  const { list, scroller } = motion;
  if (!list.current || !scroller.current) return;
  const top = topOf(list.current, index);
  const { scrollTop, clientHeight } = scroller.current;
  if (top < scrollTop) toRow(motion, index, 'start');
  else if (top + list.current.getItemSize(index) > scrollTop + clientHeight) toRow(motion, index, 'end');
}

/** What {@link usePlace} tells of where the list stands. */
interface PlaceTold {
  /** The message that stands out for a moment because somebody jumped to it. */
  shown: number | null;
  /** It opened at the end although new messages begin further up than what was there. */
  hasMissedNew: boolean;
}

interface PlaceAsked {
  /** The row from which on messages are new. */
  newFrom: number | null;
  /** Reading goes on at that row, back from the end. */
  onNew: (newFrom: number) => void;
  onArrival: (row: Row, takesFocus: boolean) => void;
}

/**
 * Opens where reading goes on, at the line of new messages, else at the bottom; and brings every place into view that
 * was asked for, with the focus if that was among the messages.
 */
export function usePlace(motion: Motion, place: Place, { newFrom, onNew, onArrival }: PlaceAsked): PlaceTold {
  const { rows, isAtBottom } = motion;
  const latest = useRef(motion);
  latest.current = motion;
  const opened = useRef<number | undefined>(undefined);
  const arrived = useRef(0);
  const [shown, setShown] = useState<number | null>(null);
  const [hasMissedNew, setMissedNew] = useState(false);
  useLayoutEffect(() => {
    if (rows.length === 0) return;
    const isOpening = opened.current !== place.list;
    const isJump = arrived.current !== place.id;
    if (!isOpening && !isJump) return;
    opened.current = place.list;
    arrived.current = place.id;
    const index = isJump
      ? rows.findIndex((row) => row.message?.seq === place.seq)
      : rows.findIndex((row) => row.startsUnread);
    if (index < 0) toEnd(latest.current);
    else toRow(latest.current, index, isJump ? 'center' : 'start');
    if (!isJump) return;
    setShown(place.seq);
    const row = rows.at(index);
    if (row) onArrival(row, place.takesFocus ?? false);
  }, [rows, place, onArrival]);
  useLayoutEffect(() => {
    if (newFrom === null) return;
    const index = latest.current.rows.findIndex((row) => row.startsUnread);
    if (index < 0) setMissedNew(true);
    else if (isAtBottom.current) {
      onNew(newFrom);
      toRow(latest.current, index, 'start');
    }
  }, [newFrom, onNew, isAtBottom]);
  useEffect(() => {
    if (shown === null) return;
    const timer = setTimeout(() => setShown(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  return { shown, hasMissedNew };
}

/** Goes along with what is new at the end: while the reader is there, and with every message they write here. */
export function useFollowNews(motion: Motion): void {
  const last = motion.rows.at(-1);
  const seen = useRef(last?.key);
  useLayoutEffect(() => {
    if (seen.current === last?.key) return;
    seen.current = last?.key;
    const isSentHere = last?.state === 'sending' && last.entry !== undefined && isWrittenHere(last.entry);
    if (motion.isAtBottom.current || isSentHere) toEnd(motion);
  });
}

/**
 * Keeps the newest message in view when the room shrinks (the keyboard opens) or a message grows (its states); tells of
 * every such change, which moves nothing for who reads further up. What it answers says that rows were measured.
 */
export function useKeepPlace(motion: Motion, onChange: () => void): () => void {
  const latest = useRef({ motion, onChange });
  latest.current = { motion, onChange };
  const { scroller } = motion;
  useEffect(() => {
    const { current } = scroller;
    if (!current) return;
    const observer = new ResizeObserver(() => {
      keepPlace(latest.current.motion);
      latest.current.onChange();
    });
    for (const part of [current, ...current.children]) observer.observe(part);
    return () => observer.disconnect();
  }, [scroller]);
  return useCallback(() => keepPlace(latest.current.motion), []);
}
