import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';
import type { Row } from './conversation-rows.ts';
import type { Place } from './history.ts';
import { isWrittenHere } from './outbox/use-outbox.ts';

/** The only code that moves the message list: where it opens, what it follows, what it brings into view. */

/** Time that the target of a jump stays highlighted. */
const SHOWN_MS = 1_600;
/** Height above the oldest message, and below the newest one. */
export const HEAD_PX = 96;
export const FOOT_PX = 12;

interface Motion {
  rows: readonly Row[];
  list: RefObject<VirtualizerHandle | null>;
  scroller: RefObject<HTMLElement | null>;
  isAtBottom: RefObject<boolean>;
  /** The row that the list is moving to, if any. */
  going: RefObject<Going | null>;
  /** Called when that move is over. */
  atRest: RefObject<() => void>;
}

/** Place of a row in the viewport. */
type Align = 'start' | 'center' | 'end';

interface Going {
  key: string;
  align: Align;
  /** Time at which the move ends. Infinite until the row is rendered, because a busy page renders late. */
  until: number;
}

/** A reader this close to the end counts as at the end. */
const NEAR_PX = 80;
/** A reader this far up has left the end. */
const LEFT_PX = 40;

/** Scrolls within this time after input count as the user's. */
const OWN_MS = 400;
const HANDS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/**
 * A target row is held in its place this long after it was rendered, and after each later change of the rows. The list
 * is too short before the rows below are measured, so it would otherwise stay at its end.
 */
const GOING_MS = 500;

/** One scroll event: pixels below the viewport, pixels scrolled, and growth of the list since the last one. */
interface Scroll {
  below: number;
  moved: number;
  grew: number;
  /** The user scrolls, by wheel, touch or key. */
  isOwn: boolean;
}

/**
 * True if the reader is at the end; called at every scroll. A user who scrolls up leaves the end, even while rows
 * arrive. Any other scroll during a change of rows is the browser's, and the list keeps following.
 */
export function isAtEnd(was: boolean, { below, moved, grew, isOwn }: Scroll): boolean {
  if (isOwn && moved < -1 && below > LEFT_PX) return false;
  return below < NEAR_PX || (was && grew !== 0);
}

/** Tracks whether the reader is at the end. */
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
  /** Called at every scroll with position, total height and pixels below. */
  const noteScroll = ({ offset, size, below }: { offset: number; size: number; below: number }) => {
    const moved = offset - last.current.offset;
    const isOwn = performance.now() < ownUntil.current;
    // Momentum scrolls on after the finger is lifted.
    if (isOwn && moved < -1) ownUntil.current = performance.now() + OWN_MS;
    const scroll = { below, moved, grew: size - last.current.size, isOwn };
    const isGoing = going.current !== null && performance.now() < going.current.until;
    isAtBottom.current = !isPart.current && !isGoing && isAtEnd(isAtBottom.current, scroll);
    last.current = { offset, size };
  };
  /** A list that fits the viewport never scrolls, so a reader who opened it at new messages is at its end. */
  const noteFit = () => {
    const { current } = scroller;
    if (current && current.scrollHeight <= current.clientHeight) isAtBottom.current = true;
  };
  // A move may end at the end of the list, by itself or by user input, without a scroll event that would notice it.
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

/** Offset of the top of a row, in px. */
const topOf = (list: VirtualizerHandle, index: number) => HEAD_PX + list.getItemOffset(index);

/**
 * Pixels below the viewport, negative when the end lies above its lower edge. Computed from the rendered rows: on iOS
 * the list defers its corrections while it scrolls, so `scrollHeight` is too high.
 */
export function belowWindow({ rows, list, scroller }: Drawn): number {
  const { current } = scroller;
  if (!current || !list.current || rows.length === 0) return 0;
  const last = rows.length - 1;
  const end = topOf(list.current, last) + list.current.getItemSize(last) + FOOT_PX;
  return end - current.clientHeight - current.scrollTop;
}

/**
 * Scrolls to the held place: the end, or the row the list is moving to. The list's own `scrollToIndex` is not used,
 * because it repeats while rows are measured and throws back a reader who scrolled away.
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

/** Goes to the newest message and follows new ones. */
export function toEnd(motion: Motion): void {
  motion.isAtBottom.current = true;
  motion.going.current = null;
  keepPlace(motion);
}

/** Goes to a row and stops following the end. */
function toRow(motion: Motion, index: number, align: Align): void {
  const row = motion.rows[index];
  if (!row) return;
  motion.isAtBottom.current = false;
  const way = { key: row.key, align, until: Number.POSITIVE_INFINITY };
  motion.going.current = way;
  keepPlace(motion);
  // After the second frame the rows around it are rendered and measured.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      way.until = performance.now() + GOING_MS;
      setTimeout(() => motion.atRest.current(), GOING_MS + 1);
    }),
  );
}

/** Brings a row fully into the viewport. */
export function showRow(motion: Motion, index: number): void {
  const { list, scroller } = motion;
  if (!list.current || !scroller.current) return;
  const top = topOf(list.current, index);
  const { scrollTop, clientHeight } = scroller.current;
  if (top < scrollTop) toRow(motion, index, 'start');
  else if (top + list.current.getItemSize(index) > scrollTop + clientHeight) toRow(motion, index, 'end');
}

/** Result of {@link usePlace}. */
interface PlaceAnswer {
  /** Row of the jump target while it is highlighted. */
  shown: number | null;
  /** True if the list opened at the end, although unread messages begin above the rows it had. */
  hasMissedNew: boolean;
}

interface PlaceAsked {
  /** First unread row. */
  newFrom: number | null;
  /** Called when the list goes from the end back to that row. */
  onNew: (newFrom: number) => void;
  onArrival: (row: Row, takesFocus: boolean) => void;
}

/**
 * Opens the list at the unread line, else at the end. Brings every jump target into view, with the focus if the focus
 * was in the list.
 */
export function usePlace(
  motion: Motion,
  place: Place,
  { newFrom, onNew, onArrival }: PlaceAsked,
): PlaceAnswer {
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

/** Follows new messages while the reader is at the end, and every message they send in this tab. */
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
 * Keeps the newest message in view when the viewport shrinks (keyboard) or a message grows. Calls `onChange` at each
 * such change; a reader further up is not moved. Returns a function to call when rows were measured.
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
