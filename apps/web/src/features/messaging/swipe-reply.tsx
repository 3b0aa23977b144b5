import { Reply } from 'lucide-react';
import { type PointerEvent, type RefObject, useRef, useState } from 'react';
import type { ActionContext } from './actions/message-action.ts';
import { reply } from './actions/reply.tsx';
import type { Row } from './conversation-rows.ts';

/** A swipe that starts this close to an edge belongs to the browser's back gesture. */
const EDGE_PX = 24;
/** Distance before a move counts as a swipe, if it goes sideways. */
const SLOP_PX = 12;
/** Distance from which letting go answers the message. */
const ENOUGH_PX = 56;
const MOST_PX = 80;
const BACK_MS = 160;
/** Vibration on phones that support it. */
const TICK_MS = 8;

interface Swipe {
  row: Row;
  /** Direction towards the middle: 1 for right, -1 for left. */
  side: 1 | -1;
  item: HTMLElement;
  x: number;
  y: number;
  /** Distance of the swipe towards `side` in px; 0 until it is known to be a swipe. */
  shift: number;
}

/**
 * Swiping a message towards the middle answers it: messages of the other member to the right, own ones to the left.
 * Styles are set directly, so nothing renders again. The scroller of the messages must leave sideways moves to this
 * hook (`touch-pan-y`).
 */
export function useSwipeReply(rows: readonly Row[], context: ActionContext) {
  const mark = useRef<HTMLSpanElement>(null);
  const given = useRef({ rows, context });
  given.current = { rows, context };
  const [handlers] = useState(() => createSwipe(mark, given));
  return {
    handlers,
    mark: (
      <span
        ref={mark}
        aria-hidden
        hidden
        className="pointer-events-none absolute grid size-9 place-items-center rounded-full bg-sunk text-ink-2"
      >
        <Reply className="size-5" />
      </span>
    ),
  };
}

function createSwipe(
  mark: RefObject<HTMLElement | null>,
  given: RefObject<{ rows: readonly Row[]; context: ActionContext }>,
) {
  let swipe: Swipe | null = null;
  const end = () => {
    if (swipe && swipe.shift > 0) comeBack(swipe.item);
    if (mark.current) mark.current.hidden = true;
    swipe = null;
  };
  return {
    onPointerDown({ pointerType, isPrimary, clientX: x, clientY: y, target }: PointerEvent<HTMLElement>) {
      end();
      if (pointerType !== 'touch' || !isPrimary || Math.min(x, innerWidth - x) < EDGE_PX) return;
      const item = (target as Element).closest<HTMLElement>('[data-menu]');
      const key = item?.closest<HTMLElement>('[data-row]')?.dataset['row'];
      const row = given.current.rows.find((one) => one.key === key);
      if (!item || !row || !reply.isFor(row, given.current.context)) return;
      swipe = { row, item, side: row.isOwn ? -1 : 1, x, y, shift: 0 };
    },
    onPointerMove({ clientX, clientY }: PointerEvent<HTMLElement>) {
      if (!swipe) return;
      const [dx, dy] = [(clientX - swipe.x) * swipe.side, Math.abs(clientY - swipe.y)];
      if (swipe.shift === 0) {
        if (dy > SLOP_PX || dx < -SLOP_PX) swipe = null;
        if (dx < SLOP_PX || dx < dy * 2 || !swipe) return;
      }
      draw(swipe, Math.min(MOST_PX, Math.max(1, dx - SLOP_PX)), mark.current);
    },
    onPointerUp() {
      const { row, shift } = swipe ?? {};
      end();
      if (row && shift !== undefined && shift >= ENOUGH_PX) reply.run(row, given.current.context);
    },
    onPointerCancel: end,
  };
}

/** Moves the message, and shows the reply mark in the space it leaves. */
function draw(swipe: Swipe, shift: number, mark: HTMLElement | null): void {
  const { item, side } = swipe;
  const isEnough = shift >= ENOUGH_PX;
  if (isEnough && swipe.shift < ENOUGH_PX) navigator.vibrate?.(TICK_MS);
  if (mark) {
    if (mark.hidden) standBeside(mark, swipe);
    mark.style.opacity = String(Math.min(1, shift / ENOUGH_PX));
    mark.style.transform = `scale(${isEnough ? 1 : 0.6 + (0.3 * shift) / ENOUGH_PX})`;
  }
  item.style.transform = `translateX(${shift * side}px)`;
  swipe.shift = shift;
}

/** Places the mark where the bubble was, at its height. */
function standBeside(mark: HTMLElement, { item, side }: Swipe): void {
  mark.hidden = false;
  mark.style.insetInline = side > 0 ? '8px auto' : 'auto 8px';
  const words = (item.querySelector('[data-bubble]') ?? item).getBoundingClientRect();
  const around = mark.offsetParent?.getBoundingClientRect();
  mark.style.top = `${words.top + (words.height - mark.offsetHeight) / 2 - (around?.top ?? 0)}px`;
}

function comeBack(item: HTMLElement): void {
  const from = item.style.transform;
  item.style.transform = '';
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  item.animate?.([{ transform: from }, { transform: 'none' }], { duration: BACK_MS, easing: 'ease-out' });
}
