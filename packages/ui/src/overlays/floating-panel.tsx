import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { isOfInputMethod } from '../chat/is-of-input-method.ts';
import { keepInWidth } from './keep-in.ts';
import { useMenuOverlay } from './open-overlays.ts';

export interface FloatingPanelProps {
  /** Accessible name of the panel. */
  label: string;
  /** The panel opens above this element, or below if there is more room. The element gets the focus back. */
  anchor: HTMLElement;
  children: ReactNode;
  /** Called after any way of closing. The caller then unmounts it. */
  onClose: () => void;
}

/** Above the anchor if it fits, otherwise below, always fully inside the window. */
function place(panel: HTMLElement, anchor: HTMLElement) {
  const { right, top, bottom } = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = panel;
  const above = top - height - 8;
  panel.style.left = `${keepInWidth(right - width, width)}px`;
  panel.style.top = `${Math.max(8, above >= 8 ? above : Math.min(bottom + 8, innerHeight - height - 8))}px`;
}

/** A small dialog next to its trigger, such as a picker. A press outside or Escape closes it. */
export function FloatingPanel({ label, anchor, children, onClose }: FloatingPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = panel;
    if (!current) return;
    current.showPopover();
    place(current, anchor);
    const onResize = () => place(current, anchor);
    addEventListener('resize', onResize);
    return () => removeEventListener('resize', onResize);
  }, [anchor]);
  const close = () => {
    panel.current?.hidePopover();
    anchor.focus({ preventScroll: true });
  };
  useMenuOverlay(true, close);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isOfInputMethod(event.nativeEvent)) return;
    event.preventDefault();
    event.stopPropagation();
    close();
  };
  return (
    <div
      ref={panel}
      popover="auto"
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onToggle={(event) => event.newState === 'closed' && onClose()}
      className="menu-popover fixed m-0 rounded-card border border-line bg-card p-2 text-ink shadow-float"
    >
      {children}
    </div>
  );
}
