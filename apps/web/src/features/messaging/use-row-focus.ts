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
  /** The reader is further up. */
  isAway: boolean;
  /** The end of all messages is not among these rows. */
  hasNewer: boolean;
  /** Brings one into view. */
  onShow: (index: number) => void;
  /** To the beginning of all messages, and to their end, however far. */
  onStart: () => void;
  onEnd: () => void;
}

/** How a message is found again on the page. */
const rowElement = (scroller: HTMLElement | null, key: string) =>
  scroller?.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`) ?? null;

/**
 * The messages as one stop of the keyboard: Tab comes to the last one looked at (the newest at first, or further up the
 * list itself: nothing far below is kept on the page for it), the arrows go from message to message, Home and End to
 * both ends, Page Up and Down scroll, the menu key or Enter opens what can be done with a message, Escape goes back to
 * the field.
 */
export function useRowFocus(input: RowFocusInput) {
  const { rows, scroller, isAway, hasNewer, onShow, onStart, onEnd } = input;
  const [chosen, setChosen] = useState<string | null>(null);
  const focusWhenDrawn = useFocusWhenDrawn();
  const { isInside, enter } = useFocusInside(scroller);
  const at = chosen === null ? -1 : rows.findIndex((row) => row.key === chosen);
  /** Its place, or -1 for the list itself. */
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

  /** A jump arrived: the focus goes along if it was here, or if the jump takes it. */
  const onArrival = useCallback(
    (row: Row, takesFocus: boolean) => {
      setChosen(row.key);
      if (takesFocus || isInside()) seek(row.key);
    },
    [seek, isInside],
  );

  /** What has the focus is what Tab comes back to. */
  const onFocus = ({ target }: FocusEvent) => setChosen((before) => rowOf(target)?.dataset.row ?? before);

  return { active, onKeyDown, onFocus, onArrival, enter, toEnd };
}

/**
 * Tells when the message at a place went and the focus with it, such as one whose sending was stopped, and which stood
 * beside it; none when it was the only one. Not when both are gone: others are shown then, and the jump that brought them
 * takes the focus along. Of one that was taken back, itself.
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

/** Tells when a message was taken back and the button in it that had the focus went: it stands there still. */
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

/** What a key does in the list. On a message it may open the menu; a link or a button in one has Enter for itself. */
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

/** Keys with Alt or Ctrl are others’; and what a message opened elsewhere on the page, such as its picture, has its own. */
function isOurs(event: KeyboardEvent<HTMLElement>): boolean {
  const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey;
  return isPlain && event.currentTarget.contains(event.target as Node);
}

/**
 * Whether the focus is in an element, or was until the one that had it was taken off the page. `enter` says so of a
 * button beside it whose press leads into it, and takes the button away.
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
 * Where the arrows go on from when no message in view has the focus: the key of the one in the middle. None while the
 * given one is in view.
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
