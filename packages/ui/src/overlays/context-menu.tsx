import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { keepIn, keepInWidth } from './keep-in.ts';
import { Item, itemSelector, type MenuItem, moveFocus } from './menu.tsx';
import { useMenuOverlay } from './open-overlays.ts';

export interface ContextMenuProps {
  /** Names the menu: "Message from Mira". */
  label: string;
  items: readonly MenuItem[];
  /** Above the items; what can be chosen in it has a `menuitem` role too. */
  header?: ReactNode;
  /** Where it opens, in pixels of the window: where was pressed, or the edge of what it belongs to. */
  at: { x: number; y: number };
  /** Called once it is closed, by whatever way; the caller then takes it away. */
  onClose: () => void;
  /** Gets the focus back. */
  returnTo: HTMLElement | null;
}

/** Keeps the menu whole inside the window, under the point where there is room. */
function place(popover: HTMLElement, { x, y }: ContextMenuProps['at']) {
  const { offsetWidth: width, offsetHeight: height } = popover;
  const top = y + height <= innerHeight - 8 ? y : Math.max(8, y - height);
  popover.style.left = `${keepInWidth(x, width)}px`;
  popover.style.top = `${keepIn(top, height, innerHeight)}px`;
  popover.style.transformOrigin = `left ${top === y ? 'top' : 'bottom'}`;
}

/** A menu of something on the page, opened by a right click, a long press, the menu key or a button of its own. */
export function ContextMenu({ label, items, header, at, onClose, returnTo }: ContextMenuProps) {
  const popover = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = popover;
    if (!current) return;
    current.showPopover();
    place(current, at);
    current.querySelector<HTMLElement>(itemSelector)?.focus({ preventScroll: true });
    // By itself a popover would go as soon as the finger that opened it is lifted.
    const onPress = ({ target }: PointerEvent) => {
      if (!current.contains(target as Node)) current.hidePopover();
    };
    const onLeave = () => current.hidePopover();
    document.addEventListener('pointerdown', onPress, true);
    addEventListener('resize', onLeave);
    return () => {
      document.removeEventListener('pointerdown', onPress, true);
      removeEventListener('resize', onLeave);
    };
  }, [at]);
  const close = () => {
    popover.current?.hidePopover();
    returnTo?.focus({ preventScroll: true });
  };
  useMenuOverlay(true, close);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else moveFocus(event.currentTarget, event);
  };
  return (
    <div
      ref={popover}
      popover="manual"
      role="menu"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onContextMenu={(event) => event.preventDefault()}
      onToggle={(event) => event.newState === 'closed' && onClose()}
      className="menu-popover fixed m-0 max-h-[80dvh] max-w-[calc(100vw-16px)] min-w-56 overflow-y-auto rounded-card border border-line bg-card p-1.5 text-ink shadow-float"
    >
      {header}
      {items.map((item) => (
        <Item key={item.id} item={item} onDone={close} />
      ))}
    </div>
  );
}
