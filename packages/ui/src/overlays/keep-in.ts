const EDGE_PX = 8;

/** The left edge, in px, of something so wide that should begin at `left`: clear of both sides, and of the scrollbar. */
export function keepInWidth(left: number, width: number): number {
  // The window and its client width count the place that is kept for the scrollbar; nothing is drawn there.
  const { width: room } = document.documentElement.getBoundingClientRect();
  return keepIn(left, width, room);
}

/** Where, in px, something of this size stands that should begin at `start`: whole within `room`, clear of both its ends. */
export const keepIn = (start: number, size: number, room: number) =>
  Math.max(EDGE_PX, Math.min(start, room - size - EDGE_PX));
