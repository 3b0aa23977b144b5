import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { Row } from './conversation-rows.ts';
import { useFocusWhenDrawn } from './focus-when-drawn.ts';

interface RowFocusInput {
  rows: readonly Row[];
  scroller: RefObject<HTMLElement | null>;
  /** The reader is not at the end. */
  isAway: boolean;
  /** Newer messages exist below these rows. */
  hasNewer: boolean;
  /** Brings a row into view. */
  onShow: (index: number) => void;
  /** Go to the first and to the last of all messages, loading them if needed. */
  onStart: () => void;
  onEnd: () => void;
}

/** Element of a message. */
const rowElement = (scroller: HTMLElement | null, key: string) =>
  scroller?.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`) ?? null;

/**
 * Makes the messages one tab stop: the one focused last, at first the newest. While the reader is further up it is the
 * list, so that no distant row must stay rendered.
 *
 * | Key | Does |
 * |---|---|
 * | arrows | next or previous message |
 * | Home, End | first or last message |
 * | Page Up, Page Down | scroll |
 * | menu key, Enter | menu of the message |
 * | Escape | back to the message field |
 */
export function useRowFocus(input: RowFocusInput) {
  const { rows, scroller, isAway, hasNewer, onShow, onStart, onEnd } = input;
  const [chosen, setChosen] = useState<string | null>(null);
  const focusWhenDrawn = useFocusWhenDrawn();
  const { isInside, enter } = useFocusInside(scroller);
  const at = chosen === null ? -1 : rows.findIndex((row) => row.key === chosen);
  /** Index of the tab stop, or -1 for the list itself. */
  const active = at >= 0 || isAway ? at : rows.length - 1;

  const seek = useCallback(
    (key: string) => focusWhenDrawn(() => rowElement(scroller.current, key)),
    [focusWhenDrawn, scroller],
  );

  const hold = (row: Row | undefined) => {
    if (!row) return;
    setChosen(row.key);
    seek(row.key);
  };
  const choose = (index: number) => {
    hold(rows[index]);
    onShow(index);
  };

  useRowGone(rows, at, (beside) => {
    if (!isInside()) return;
    if (beside) seek(beside);
    else fieldBeside(scroller.current)?.focus();
  });

  const toEnd = () => {
    enter();
    if (!hasNewer) hold(rows.at(-1));
    onEnd();
  };
  const startFrom = (row: HTMLElement | null) => {
    const middle = row || active < 0 ? middleRow(row, scroller.current) : undefined;
    return middle === undefined ? active : rows.findIndex((one) => one.key === middle);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const row = rowOf(event.target);
    const steps: Record<string, () => void> = {
      ArrowUp: () => choose(Math.max(0, startFrom(row) - 1)),
      ArrowDown: () => choose(Math.min(rows.length - 1, startFrom(row) + 1)),
      Home: onStart,
      End: toEnd,
      Escape: () => fieldBeside(scroller.current)?.focus(),
    };
    const step = stepOf(event, row, steps);
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    step();
  };

  /** A jump arrived: move the focus if it was in the list or if the jump asks for it. */
  const onArrival = useCallback(
    (row: Row, takesFocus: boolean) => {
      setChosen(row.key);
      if (takesFocus || isInside()) seek(row.key);
    },
    [seek, isInside],
  );

  /** The focused message becomes the tab stop. */
  const onFocus = ({ target }: FocusEvent) => setChosen((before) => rowOf(target)?.dataset.row ?? before);

  return { active, onKeyDown, onFocus, onArrival, enter, toEnd };
}

/**
 * Calls `onGone` when the focused message disappears, as when its sending is cancelled. It passes a message beside it,
 * undefined if there is none, or the message itself if it was taken back. Not called when both are gone: a jump
 * replaced the rows then, and moves the focus itself.
 */
function useRowGone(rows: readonly Row[], at: number, onGone: (beside?: string) => void): void {
  const beside = useRef<string | undefined>(undefined);
  const latest = useRef(onGone);
  latest.current = onGone;
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    if (at >= 0) beside.current = (rows[at - 1] ?? rows[at + 1])?.key;
    else if (isLost && rows.length === 0) latest.current();
    else if (isLost && rows.some(({ key }) => key === beside.current)) latest.current(beside.current);
  }, [rows, at]);
  useRowEmptied(rows[at], latest);
}

/**
 * Calls `latest` when a message is taken back while a button in it has the focus. The row stays and takes the focus.
 */
function useRowEmptied(row: Row | undefined, latest: RefObject<(key: string) => void>): void {
  const last = useRef<Row>(undefined);
  useEffect(() => {
    const before = last.current;
    last.current = row;
    const isNew = row?.message?.gone !== undefined && before?.message?.gone === undefined;
    if (isNew && before?.key === row.key && document.activeElement === document.body) latest.current(row.key);
  }, [row, latest]);
}

const rowOf = (element: EventTarget) => (element as HTMLElement).closest<HTMLElement>('[data-row]');

/**
 * Action of a key in the list. On a message Enter and the menu key open the menu; links and buttons in it keep Enter.
 */
function stepOf(
  event: KeyboardEvent<HTMLElement>,
  row: HTMLElement | null,
  steps: Record<string, () => void>,
): (() => void) | undefined {
  if (!isOurs(event)) return undefined;
  const openMenu = () => row?.querySelector('[data-menu]')?.dispatchEvent(menuKey());
  const all = row === event.target ? { ...steps, Enter: openMenu, ContextMenu: openMenu } : steps;
  return all[event.key];
}

/** False for keys with Alt or Ctrl, and for keys in a portal, such as a full-screen photo. */
function isOurs(event: KeyboardEvent<HTMLElement>): boolean {
  const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey;
  return isPlain && event.currentTarget.contains(event.target as Node);
}

/**
 * `isInside`: the focus is in an element, or was until the focused element was removed. Call `enter` when a button
 * beside it leads into it and disappears.
 */
export function useFocusInside(element: RefObject<HTMLElement | null>) {
  const wasInside = useRef(false);
  const isInside = useCallback(() => wasInside.current, []);
  const enter = useCallback(() => {
    wasInside.current = true;
  }, []);
  useEffect(() => {
    const onFocusIn = (event: globalThis.FocusEvent) => {
      wasInside.current = element.current?.contains(event.target as Node) ?? false;
    };
    document.addEventListener('focusin', onFocusIn);
    return () => document.removeEventListener('focusin', onFocusIn);
  }, [element]);
  return { isInside, enter };
}

/**
 * Key of the message in the middle of the viewport, where the arrow keys continue when no visible message has the
 * focus. Undefined while `row` is visible.
 */
function middleRow(row: HTMLElement | null, scroller: HTMLElement | null): string | undefined {
  if (!scroller) return undefined;
  const box = scroller.getBoundingClientRect();
  const own = row?.getBoundingClientRect();
  if (own && own.bottom > box.top && own.top < box.bottom) return undefined;
  const rows = [...scroller.querySelectorAll<HTMLElement>('[data-row]')];
  return rows.find((one) => one.getBoundingClientRect().bottom > (box.top + box.bottom) / 2)?.dataset.row;
}

function fieldBeside(scroller: HTMLElement | null): HTMLElement | null {
  return scroller?.closest('[data-conversation]')?.querySelector('textarea') ?? null;
}

function menuKey(): MouseEvent {
  return new MouseEvent('contextmenu', { bubbles: true, cancelable: true });
}
