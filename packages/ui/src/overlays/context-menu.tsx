import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { keepIn, keepInWidth } from './keep-in.ts';
import { Item, itemSelector, type MenuItem, moveFocus } from './menu.tsx';
import { useMenuOverlay } from './open-overlays.ts';

export interface ContextMenuProps {
  /** Accessible name of the menu: "Message from Mira". */
  label: string;
  items: readonly MenuItem[];
  /** Content above the items. Its choices need the role `menuitem` too. */
  header?: ReactNode;
  /** Position in pixels of the window: the pressed point, or the edge of the element. */
  at: { x: number; y: number };
  /** Called after any way of closing. The caller then unmounts it. */
  onClose: () => void;
  /** Element that receives the focus after closing. */
  returnTo: HTMLElement | null;
}

/** Keeps the whole menu inside the window, below the point if there is room. */
function place(popover: HTMLElement, { x, y }: ContextMenuProps['at']) {
  const { offsetWidth: width, offsetHeight: height } = popover;
  const top = y + height <= innerHeight - 8 ? y : Math.max(8, y - height);
  popover.style.left = `${keepInWidth(x, width)}px`;
  popover.style.top = `${keepIn(top, height, innerHeight)}px`;
  popover.style.transformOrigin = `left ${top === y ? 'top' : 'bottom'}`;
}

/** A context menu of a page element, opened by right click, long press, menu key or a button. */
export function ContextMenu({ label, items, header, at, onClose, returnTo }: ContextMenuProps) {
  const popover = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = popover;
    if (!current) return;
    current.showPopover();
    place(current, at);
    current.querySelector<HTMLElement>(itemSelector)?.focus({ preventScroll: true });
    // A native light dismiss would close it as soon as the finger that opened it is lifted.
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
