import { ContextMenu, IconButton } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { type MouseEvent, type PointerEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useErrorMessage } from '../../client/error-message.ts';
import { MESSAGE_ACTIONS } from './actions/actions.ts';
import type { ActionContext } from './actions/message-action.ts';
import type { Row } from './conversation-rows.ts';
import { EmojiPanel } from './emoji/emoji-panel.tsx';
import { type Point, useLongPress } from './long-press.ts';
import { QuickReactions } from './reactions/quick-reactions.tsx';
import { react } from './reactions/react.ts';

/** Opens the menu of a message at a point, or at the element `from`, which gets the focus back. */
export type OpenMenu = (row: Row, from: HTMLElement, point?: Point) => void;

interface Opened {
  row: Row;
  at: Point;
  returnTo: HTMLElement;
}

const actionsOf = (row: Row, context: ActionContext) =>
  MESSAGE_ACTIONS.filter((action) => action.isFor(row, context));

/** True if the message has a menu. */
export function hasMenu(row: Row): boolean {
  return row.entry === undefined && row.message !== undefined;
}

/** One menu for all messages of a conversation: a function to open it, and its element. */
export function useMessageMenu(context: ActionContext, rows: readonly Row[]) {
  const { t, i18n } = useLingui();
  const errorTextOf = useErrorMessage();
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
      label={t`Message options`}
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
        if (picking.row.message) void react(picking.row.message, context.me, emoji, errorTextOf);
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

/** Closes the menu when its message is taken back, and moves the focus to the row that replaces it. */
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

/** The three dots beside a message, for devices without right click or long press. */
export function MenuButton({ row, onMenu }: { row: Row; onMenu: OpenMenu }) {
  const { t } = useLingui();
  return (
    <IconButton
      label={t`Message options`}
      aria-haspopup="menu"
      // Not a tab stop: the message is one, and Enter or the menu key open the same menu there.
      tabIndex={-1}
      className="three-dots -my-2 opacity-0 group-hover/message:opacity-100 focus-visible:opacity-100 pointer-coarse:sr-only"
      onPress={(from) => onMenu(row, from)}
    />
  );
}

/** False for a full-screen photo: React bubbles events of its portal to the message. */
const isInside = ({ currentTarget, target }: MouseEvent<HTMLElement>) =>
  currentTarget.contains(target as Node);

/** True for links, pictures and selected text, which keep the browser’s own menu. */
function isOwnOfBrowser({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  const selection = getSelection();
  const isSelected = selection?.isCollapsed === false && selection.containsNode(currentTarget, true);
  return isSelected || (target as Element).closest('a, img') !== null;
}

/** Element that gets the focus back: the pressed button, or the message. */
const takesFocus = ({ currentTarget, target }: MouseEvent<HTMLElement>) =>
  (target as Element).closest<HTMLElement>('button, [tabindex]') ?? currentTarget;

/**
 * Opens the menu on a right click, the menu key or a long press. Links and selected text keep the browser’s own menu.
 */
export function useMenuGestures(row: Row, onMenu: OpenMenu) {
  const press = useLongPress();
  return useMemo(
    () => ({
      ...press.handlers,
      onContextMenu(event: MouseEvent<HTMLElement>) {
        // An event without a point comes from the menu key, which always means the message.
        const isAtPoint = event.clientX > 0 || event.clientY > 0;
        if (!isInside(event) || !hasMenu(row) || (isAtPoint && isOwnOfBrowser(event))) return;
        event.preventDefault();
        press.end();
        if (press.wasJustNow(event)) return;
        onMenu(row, takesFocus(event), isAtPoint ? { x: event.clientX, y: event.clientY } : undefined);
      },
      onPointerDown(event: PointerEvent<HTMLElement>) {
        const from = takesFocus(event);
        const isLink = (event.target as Element).closest('a') !== null;
        const isForMenu = !isLink && isInside(event) && hasMenu(row);
        press.begin(event, isForMenu ? (at) => onMenu(row, from, at) : undefined);
      },
    }),
    [row, onMenu, press],
  );
}
