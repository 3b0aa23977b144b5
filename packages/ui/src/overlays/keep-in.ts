const EDGE_PX = 8;

/** Left edge, in px, of an element of this width that prefers `left`. It keeps off both sides and the scrollbar. */
export function keepInWidth(left: number, width: number): number {
  // The window's width and client width include the reserved space of the scrollbar, where nothing is drawn.
  const { width: room } = document.documentElement.getBoundingClientRect();
  return keepIn(left, width, room);
}

/** Position, in px, of an element of this size that prefers `start`, fully within `room` and off both ends. */
export const keepIn = (start: number, size: number, room: number) =>
  Math.max(EDGE_PX, Math.min(start, room - size - EDGE_PX));
