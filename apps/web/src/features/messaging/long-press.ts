import { type DragEvent, type MouseEvent, type PointerEvent, useState } from 'react';

export interface Point {
  x: number;
  y: number;
}

const LONG_PRESS_MS = 450;
const MOVED_PX = 10;
const JUST_NOW_MS = 1_000;

/** A finger that stays where it was put down, which opens a menu there. Handlers for around what has the menu. */
export const useLongPress = () => useState(createLongPress)[0];

function createLongPress() {
  let press: (Point & { timer: ReturnType<typeof setTimeout> }) | null = null;
  let openedAt = Number.NEGATIVE_INFINITY;
  /** The finger that opened the menu was not put down anew since. */
  let isHeld = false;
  const end = () => {
    clearTimeout(press?.timer);
    press = null;
  };
  /** Where a long press also asks for the menu of the browser, ours was there first. */
  const wasJustNow = ({ timeStamp }: { timeStamp: number }) => timeStamp - openedAt < JUST_NOW_MS;
  return {
    /** It was put down: `open` runs once it stayed, if it is a finger or a pen. Nothing, where that opens nothing. */
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
    /** The browser's own menu is not asked for by a finger that has, or is about to have, ours. */
    refuse(event: MouseEvent) {
      if (press || wasJustNow(event)) event.preventDefault();
    },
    handlers: {
      onPointerMove({ clientX, clientY }: PointerEvent) {
        if (press && Math.hypot(clientX - press.x, clientY - press.y) > MOVED_PX) end();
      },
      onPointerUp: end,
      onPointerCancel: end,
      /** As the finger is lifted the focus stays in the menu, where keys go. */
      onMouseDown: (event: MouseEvent) => isHeld && event.preventDefault(),
      /** What is held under the menu, such as a link, is not carried off by the finger. */
      onDragStart: (event: DragEvent) => isHeld && event.preventDefault(),
      onClickCapture(event: MouseEvent) {
        // Where lifting the finger is a press too, nothing under the menu is pressed by it; a key has no finger.
        if (!isHeld || event.detail === 0) return;
        isHeld = false;
        event.preventDefault();
        event.stopPropagation();
      },
    },
  };
}
