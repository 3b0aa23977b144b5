const EDGE_PX = 8;

/** The left edge, in px, of something so wide that should begin at `left`: clear of both sides, and of the scrollbar. */
export function keepInWidth(left: number, width: number): number {
  // The width of the window itself counts the scrollbar's place.
  const room = document.documentElement.clientWidth;
  return Math.max(EDGE_PX, Math.min(left, room - width - EDGE_PX));
}
