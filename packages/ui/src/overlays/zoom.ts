/** A picture moved by `x` and `y` pixels from the middle of its frame, and enlarged. */
export interface Zoom {
  scale: number;
  x: number;
  y: number;
}

export interface Point {
  x: number;
  y: number;
}

interface Size {
  width: number;
  height: number;
}

export const WHOLE: Zoom = { scale: 1, x: 0, y: 0 };
/** The scale after a double tap. */
export const CLOSE_UP = 2.5;
const MAX_SCALE = 5;

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

/** Changes the scale about a point, which stays under the finger. Points are in pixels from the middle of the frame. */
export function zoomAbout(zoom: Zoom, scale: number, { x, y }: Point): Zoom {
  const next = clamp(scale, 1, MAX_SCALE);
  const by = next / zoom.scale;
  return { scale: next, x: x - (x - zoom.x) * by, y: y - (y - zoom.y) * by };
}

/** Moves a picture back that left a gap to an edge of the frame. `picture` is its size at scale 1. */
export function keepInFrame(zoom: Zoom, picture: Size, frame: Size): Zoom {
  const room = (length: number, within: number) => Math.max(0, (length * zoom.scale - within) / 2);
  const across = room(picture.width, frame.width);
  const down = room(picture.height, frame.height);
  return { scale: zoom.scale, x: clamp(zoom.x, -across, across), y: clamp(zoom.y, -down, down) };
}
