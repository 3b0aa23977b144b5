import { Check } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Anchor } from '../actions/anchor.tsx';
import { classNames } from '../class-names.ts';
import { keepIn, keepInWidth } from './keep-in.ts';
import { useMenuOverlay } from './open-overlays.ts';

export interface MenuItem {
  id: string;
  label: string;
  icon?: ReactNode;
  /** Makes the item a link. */
  href?: string | undefined;
  onPress?: (() => void) | undefined;
  /** Set on every item of a choice (such as languages) to mark the current one. */
  isSelected?: boolean | undefined;
  isDanger?: boolean | undefined;
  /** Draws a hairline above. */
  startsGroup?: boolean | undefined;
  /** Language of the label, if it differs from the page. */
  lang?: string | undefined;
}

export interface MenuProps {
  /** Accessible name of the button and of the menu. */
  label: string;
  /** Content of the button. */
  children: ReactNode;
  items: readonly MenuItem[];
  /** Content above the items: name, balance. */
  header?: ReactNode;
  align?: 'start' | 'end' | undefined;
  /** Replaces the classes of the button. */
  buttonClassName?: string | undefined;
  /** -1 if another of many buttons is the tab stop. */
  buttonTabIndex?: number | undefined;
}

/** Selects the elements that arrow keys move through. */
export const itemSelector = '[role^="menuitem"]';

/** Places the popover below its button, or above if there is more room, inside the window. */
function place(popover: HTMLElement, button: HTMLElement, align: 'start' | 'end') {
  const anchor = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = popover;
  const left = align === 'end' ? anchor.right - width : anchor.left;
  const isBelow = anchor.bottom + 6 + height <= innerHeight || anchor.top < height + 6;
  popover.style.left = `${keepInWidth(left, width)}px`;
  const top = isBelow ? anchor.bottom + 6 : anchor.top - height - 6;
  popover.style.top = `${keepIn(top, height, innerHeight)}px`;
  popover.style.transformOrigin = `${align === 'end' ? 'right' : 'left'} ${isBelow ? 'top' : 'bottom'}`;
}

/** Arrow keys, Home, End and typing a letter move between the items. */
export function moveFocus(menu: HTMLElement, event: KeyboardEvent) {
  // These belong to the browser.
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const items = [...menu.querySelectorAll<HTMLElement>(itemSelector)];
  const at = items.indexOf(document.activeElement as HTMLElement);
  const byKey: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    Home: 0,
    End: items.length - 1,
  };
  let next = byKey[event.key];
  if (next === undefined && /^\p{L}$/u.test(event.key)) {
    const rotated = [...items.slice(at + 1), ...items.slice(0, at + 1)];
    const found = rotated.find((item) => item.textContent?.toLowerCase().startsWith(event.key.toLowerCase()));
    next = found && items.indexOf(found);
  }
  if (next === undefined) return;
  event.preventDefault();
  items[(next + items.length) % items.length]?.focus();
}

/**
 * A button that opens a menu (account, language, conversation). The platform's popover gives top layer, light dismiss
 * and focus return without script. The items render on first open, because a list has a menu in every row.
 */
export function Menu(props: MenuProps) {
  const { label, children, items, header, align = 'end', buttonClassName } = props;
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const popover = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [isDrawn, setDrawn] = useState(false);

  const close = () => {
    // Focuses the button first. When the browser returns the focus, it looks like a screen reader's, and dialogs delay
    // theirs.
    button.current?.focus();
    popover.current?.hidePopover();
  };
  useMenuOverlay(isOpen, close);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === 'Escape') {
      // Keeps a dialog around this menu open.
      event.stopPropagation();
      event.preventDefault();
      close();
    } else if (event.key === 'Tab') popover.current?.hidePopover();
    else moveFocus(event.currentTarget, event);
  };

  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        popoverTarget={id}
        tabIndex={props.buttonTabIndex}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          popover.current?.showPopover();
        }}
        className={
          buttonClassName ??
          'inline-flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-full px-2 text-ink-2 transition-colors hover:bg-hover hover:text-ink aria-expanded:bg-hover'
        }
      >
        {children}
      </button>
      <div
        ref={popover}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        onKeyDown={onKeyDown}
        onBeforeToggle={({ newState }) => {
          if (newState === 'open') flushSync(() => setDrawn(true));
        }}
        onToggle={(event) => {
          const nowOpen = event.newState === 'open';
          setOpen(nowOpen);
          if (!nowOpen || !button.current) return;
          place(event.currentTarget, button.current, align);
          const selected = event.currentTarget.querySelector<HTMLElement>('[aria-checked="true"]');
          (selected ?? event.currentTarget.querySelector<HTMLElement>(itemSelector))?.focus();
        }}
        className="menu-popover fixed m-0 max-h-[80dvh] max-w-[calc(100vw-16px)] min-w-56 overflow-y-auto rounded-card border border-line bg-card p-1.5 text-ink shadow-float"
      >
        {isDrawn && (
          <>
            {header && <div className="px-3 pt-2 pb-3">{header}</div>}
            {items.map((item) => (
              <Item key={item.id} item={item} onDone={close} />
            ))}
          </>
        )}
      </div>
    </>
  );
}

/** One item of a menu. */
export function Item({ item, onDone }: { item: MenuItem; onDone: () => void }) {
  const props = {
    role: item.isSelected === undefined ? 'menuitem' : 'menuitemradio',
    'aria-checked': item.isSelected,
    tabIndex: -1,
    lang: item.lang,
    className: classNames(
      'flex min-h-11 w-full items-center gap-3 rounded-control px-3 py-1.5 text-left text-base hover:bg-hover focus:bg-hover focus-visible:-outline-offset-2',
      item.isDanger && 'text-danger',
      item.isSelected && 'font-semibold',
    ),
    onClick: () => {
      onDone();
      item.onPress?.();
    },
    children: (
      <>
        {item.icon && <span className={item.isDanger ? undefined : 'text-ink-2'}>{item.icon}</span>}
        <span className="grow">{item.label}</span>
        {item.isSelected && <Check className="size-4.5 text-pulse" aria-hidden />}
      </>
    ),
  };
  return (
    <>
      {item.startsGroup && <hr className="mx-3 my-1.5 border-line" />}
      {item.href === undefined ? <button type="button" {...props} /> : <Anchor href={item.href} {...props} />}
    </>
  );
}
