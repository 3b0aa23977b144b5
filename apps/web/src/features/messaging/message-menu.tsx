import { ContextMenu, IconButton } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { type MouseEvent, type PointerEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useErrorMessage } from '../../client/error-message.ts';
import { MESSAGE_ACTIONS } from './actions/actions.ts';
import type { ActionContext } from './actions/message-action.ts';
import type { Row } from './conversation-rows.ts';
import { EmojiPanel } from './emoji/emoji-panel.tsx';
import { QuickReactions } from './reactions/quick-reactions.tsx';
import { react } from './reactions/react.ts';

/** Opens the menu of a message: at a point, or else at what it was opened from, which gets the focus back. */
export type OpenMenu = (row: Row, from: HTMLElement, point?: { x: number; y: number }) => void;

interface Opened {
  row: Row;
  at: { x: number; y: number };
  returnTo: HTMLElement;
}

const actionsOf = (row: Row, context: ActionContext) =>
  MESSAGE_ACTIONS.filter((action) => action.isFor(row, context));

/** Whether anything can be done with this message. */
export function hasMenu(row: Row): boolean {
  return row.entry === undefined && row.message !== undefined;
}

/** One menu for all messages of a conversation: how to open it, and the menu while it is open. */
export function useMessageMenu(context: ActionContext, rows: readonly Row[]) {
  const { t, i18n } = useLingui();
  const say = useErrorMessage();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [picking, setPicking] = useState<Opened | null>(null);
  const open = useCallback<OpenMenu>((row, from, point) => {
    const { left, bottom } = from.getBoundingClientRect();
    setOpened({ row, at: point ?? { x: left, y: bottom + 4 }, returnTo: from });
  }, []);
  const close = () => setOpened(null);
  useMessageGone(opened, rows, close);
  const items = opened
    ? actionsOf(opened.row, context).map((action) => ({
        id: action.id,
        label: i18n._(action.label(opened.row, context)),
        icon: action.icon,
        isDanger: action.isDanger,
        startsGroup: action.startsGroup,
        onPress: () => action.run(opened.row, context),
      }))
    : [];
  const menu = opened && (
    <ContextMenu
      key={`${opened.row.key} ${opened.at.x} ${opened.at.y}`}
      label={t`What to do with this message`}
      at={opened.at}
      returnTo={opened.returnTo}
      onClose={close}
      items={items}
      header={
        opened.row.message && (
          <QuickReactions
            message={opened.row.message}
            me={context.me}
            close={() => {
              close();
              opened.returnTo.focus({ preventScroll: true });
            }}
            onMore={() => setPicking(opened)}
          />
        )
      }
    />
  );
  const picker = picking?.row.message && (
    <EmojiPanel
      anchor={picking.returnTo}
      onPick={(emoji) => {
        setPicking(null);
        picking.returnTo.focus({ preventScroll: true });
        if (picking.row.message) void react(picking.row.message, context.me, emoji, say);
      }}
      onClose={() => setPicking(null)}
    />
  );
  return {
    open,
    menu: (
      <>
        {menu}
        {picker}
      </>
    ),
  };
}

/** A message that is taken back while its menu is open has nothing left to do with: the focus goes to what stands there. */
function useMessageGone(opened: Opened | null, rows: readonly Row[], close: () => void): void {
  const key = opened?.row.key;
  const isGone = key !== undefined && rows.some((row) => row.key === key && row.message?.gone !== undefined);
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!isGone) return;
    document.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
    latest.current();
  }, [isGone, key]);
}

/** The three dots beside a message: for who has neither a right button nor a long press. */
export function MenuButton({ row, onMenu }: { row: Row; onMenu: OpenMenu }) {
  const { t } = useLingui();
  return (
    <IconButton
      label={t`What to do with this message`}
      aria-haspopup="menu"
      // The message is the stop of the keyboard; Enter and the menu key open the same menu.
      tabIndex={-1}
      className="three-dots -my-2 opacity-0 group-hover/message:opacity-100 focus-visible:opacity-100 pointer-coarse:sr-only"
      onPress={(from) => onMenu(row, from)}
    />
  );
}

/** Of the message itself, not of a photo of it that is open on the whole screen: React brings its events here too. */
const isInside = ({ currentTarget, target }: MouseEvent<HTMLElement>) =>
  currentTarget.contains(target as Node);

/** Links, pictures and words that are selected in this message have the browser’s own menu. */
function isOwnOfBrowser({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  const selection = getSelection();
  const isSelected = selection?.isCollapsed === false && selection.containsNode(currentTarget, true);
  return isSelected || (target as Element).closest('a, img') !== null;
}

const LONG_PRESS_MS = 450;
const MOVED_PX = 10;
const JUST_NOW_MS = 1_000;

/** Opens the menu by a right click, the menu key and a long press; links and selected words keep the browser’s own. */
export function useMenuGestures(row: Row, onMenu: OpenMenu) {
  const press = useRef<{ x: number; y: number; timer: ReturnType<typeof setTimeout> } | null>(null);
  const openedAt = useRef(Number.NEGATIVE_INFINITY);
  /** The finger that opened the menu was not put down anew since. */
  const isHeld = useRef(false);
  return useMemo(() => {
    const end = () => {
      clearTimeout(press.current?.timer);
      press.current = null;
    };
    return {
      onContextMenu(event: MouseEvent<HTMLElement>) {
        // A key on the message is about the message, whatever is selected.
        const isAtPoint = event.clientX > 0 || event.clientY > 0;
        if (!isInside(event) || !hasMenu(row) || (isAtPoint && isOwnOfBrowser(event))) return;
        event.preventDefault();
        end();
        // Where a long press also asks for the menu, ours was there first.
        if (event.timeStamp - openedAt.current < JUST_NOW_MS) return;
        const from =
          (event.target as Element).closest<HTMLElement>('button, [tabindex]') ?? event.currentTarget;
        onMenu(row, from, isAtPoint ? { x: event.clientX, y: event.clientY } : undefined);
      },
      onPointerDown(event: PointerEvent<HTMLElement>) {
        isHeld.current = false;
        const isLink = (event.target as Element).closest('a') !== null;
        if (event.pointerType === 'mouse' || isLink || !isInside(event) || !hasMenu(row)) return;
        const { clientX: x, clientY: y, currentTarget } = event;
        end();
        press.current = {
          x,
          y,
          timer: setTimeout(() => {
            openedAt.current = performance.now();
            isHeld.current = true;
            onMenu(row, currentTarget, { x, y });
          }, LONG_PRESS_MS),
        };
      },
      onPointerMove({ clientX, clientY }: PointerEvent<HTMLElement>) {
        const { current } = press;
        if (current && Math.hypot(clientX - current.x, clientY - current.y) > MOVED_PX) end();
      },
      onPointerUp: end,
      onPointerCancel: end,
      onClickCapture(event: MouseEvent<HTMLElement>) {
        // Where lifting the finger is a press too, nothing under the menu is pressed by it; a key has no finger.
        if (!isHeld.current || event.detail === 0) return;
        isHeld.current = false;
        event.preventDefault();
        event.stopPropagation();
      },
    };
  }, [row, onMenu]);
}
