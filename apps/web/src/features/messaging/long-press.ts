import { type DragEvent, type MouseEvent, type PointerEvent, useState } from 'react';

export interface Point {
  x: number;
  y: number;
}

const LONG_PRESS_MS = 450;
const MOVED_PX = 10;
const JUST_NOW_MS = 1_000;

/** Opens a menu on a long press. Put the handlers on the element that has the menu. */
export const useLongPress = () => useState(createLongPress)[0];

function createLongPress() {
  let press: (Point & { timer: ReturnType<typeof setTimeout> }) | null = null;
  let openedAt = Number.NEGATIVE_INFINITY;
  /** The finger that opened the menu is still down. */
  let isHeld = false;
  const end = () => {
    clearTimeout(press?.timer);
    press = null;
  };
  /** True if our menu opened a moment ago. Some browsers then also send their own context menu event. */
  const wasJustNow = ({ timeStamp }: { timeStamp: number }) => timeStamp - openedAt < JUST_NOW_MS;
  return {
    /** Starts a press. `open` runs if a finger or pen stays down; undefined if nothing opens there. */
    begin({ pointerType, clientX: x, clientY: y }: PointerEvent, open: ((at: Point) => void) | undefined) {
      isHeld = false;
      if (pointerType === 'mouse' || !open) return;
      end();
      const onStay = () => {
        openedAt = performance.now();
        isHeld = true;
        open({ x, y });
      };
      press = { x, y, timer: setTimeout(onStay, LONG_PRESS_MS) };
    },
    end,
    wasJustNow,
    /** Suppresses the browser's menu during and right after a long press. */
    refuse(event: MouseEvent) {
      if (press || wasJustNow(event)) event.preventDefault();
    },
    handlers: {
      onPointerMove({ clientX, clientY }: PointerEvent) {
        if (press && Math.hypot(clientX - press.x, clientY - press.y) > MOVED_PX) end();
      },
      onPointerUp: end,
      onPointerCancel: end,
      /** Keeps the focus in the menu when the finger is lifted. */
      onMouseDown: (event: MouseEvent) => isHeld && event.preventDefault(),
      /** Keeps the finger from dragging a link under the menu. */
      onDragStart: (event: DragEvent) => isHeld && event.preventDefault(),
      onClickCapture(event: MouseEvent) {
        // Lifting the finger also clicks in some browsers. Ignore that click, but not one by key (`detail` 0).
        if (!isHeld || event.detail === 0) return;
        isHeld = false;
        event.preventDefault();
        event.stopPropagation();
      },
    },
  };
}
