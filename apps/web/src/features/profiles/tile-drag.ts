import { type PointerEvent, useRef, useState } from 'react';

/** A mouse drags after this many pixels. A finger drags after this time without moving, so that it can still scroll. */
const SLACK_PX = 6;
const REST_MS = 300;

/** Props that make a tile draggable. */
export interface TileDrag {
  'data-place': number;
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
}

/**
 * Drags tiles of a grid to another position, by mouse or finger. `place` is the position under a dragged tile; a drop
 * runs `onDrop` once. Keyboard users have the buttons of the tile.
 */
export function useTileDrag(onDrop: (id: string, to: number) => void) {
  const [dragged, setDragged] = useState<string>();
  const [place, setPlace] = useState(0);
  const drop = useRef(onDrop);
  drop.current = onDrop;

  const begin = (id: string, at: number, event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || (event.target as HTMLElement).closest('button, a, [role="menu"]')) return;
    const grid = event.currentTarget.parentElement;
    const from = { x: event.clientX, y: event.clientY };
    let isDragging = false;
    let to = at;
    const start = () => {
      isDragging = true;
      setPlace(at);
      setDragged(id);
    };
    const rest = event.pointerType === 'mouse' ? undefined : setTimeout(start, REST_MS);
    const onMove = (moved: globalThis.PointerEvent) => {
      const far = Math.hypot(moved.clientX - from.x, moved.clientY - from.y) > SLACK_PX;
      if (!isDragging && far) {
        if (event.pointerType === 'mouse') start();
        else return end();
      }
      const under = isDragging ? placeUnder(grid, moved) : undefined;
      if (under === undefined) return;
      to = under;
      setPlace(under);
    };
    const end = () => {
      clearTimeout(rest);
      removeEventListener('pointermove', onMove);
      removeEventListener('pointerup', onUp);
      removeEventListener('pointercancel', end);
      removeEventListener('touchmove', holdStill);
      setDragged(undefined);
    };
    const onUp = () => {
      if (isDragging && to !== at) drop.current(id, to);
      end();
    };
    // The page must not scroll while a tile is dragged.
    const holdStill = (touch: TouchEvent) => isDragging && touch.preventDefault();
    addEventListener('pointermove', onMove);
    addEventListener('pointerup', onUp);
    addEventListener('pointercancel', end);
    addEventListener('touchmove', holdStill, { passive: false });
  };
  return {
    dragged,
    place,
    tileProps: (id: string, at: number): TileDrag => ({
      'data-place': at,
      onPointerDown: (event) => begin(id, at, event),
    }),
  };
}

function placeUnder(grid: HTMLElement | null, { clientX, clientY }: { clientX: number; clientY: number }) {
  const tile = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-place]');
  return tile && grid?.contains(tile) ? Number(tile.dataset.place) : undefined;
}
