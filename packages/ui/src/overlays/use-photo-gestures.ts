import { type PointerEvent, type RefObject, useRef, useState } from 'react';
import { MIDDLE, type useZoom } from './use-zoom.ts';
import { type Point, zoomAbout } from './zoom.ts';

/** Movement below this (px) is a tap. */
const TAP_PX = 8;
/** Time between the two taps of a double tap (ms), and their distance (px). */
const DOUBLE_MS = 320;
const DOUBLE_PX = 40;
/** A drag of this many pixels turns to the next picture, or closes. */
const TURN_PX = 50;
const CLOSE_PX = 110;

interface Gestures {
  zooming: ReturnType<typeof useZoom>;
  picture: RefObject<HTMLElement | null>;
  onTurn: (by: 1 | -1) => void;
  onClose: () => void;
}

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
const between = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/**
 * Pinch, tap and drag on one picture of several. A whole picture is dragged sideways to turn to another and down to
 * close; an enlarged one is moved. A double tap enlarges, a tap beside the picture closes.
 */
export function usePhotoGestures({ zooming, picture, onTurn, onClose }: Gestures) {
  const [drag, setDrag] = useState(MIDDLE);
  const [isHeld, setHeld] = useState(false);
  const pointers = useRef(new Map<number, Point>());
  const start = useRef({ at: MIDDLE, isMoved: false, isOnPicture: false });
  const isDoubleTap = useDoubleTap();
  const move = useMove(zooming);

  const letGo = () => {
    setHeld(false);
    setDrag(MIDDLE);
    if (drag.x < -TURN_PX) onTurn(1);
    else if (drag.x > TURN_PX) onTurn(-1);
    else if (drag.y > CLOSE_PX) onClose();
  };
  const handlers = {
    onPointerDown(event: PointerEvent) {
      const { button, target, pointerId } = event;
      // A locked picture has a button of its own.
      if (button !== 0 || (target as Element).closest('button')) return;
      const at = zooming.pointOf(event);
      if (pointers.current.size === 0) {
        start.current = { at, isMoved: false, isOnPicture: target === picture.current };
        setHeld(true);
      }
      pointers.current.set(pointerId, at);
    },
    onPointerMove(event: PointerEvent) {
      const before = pointers.current.get(event.pointerId);
      if (!before) return;
      const at = zooming.pointOf(event);
      const isAlone = pointers.current.size === 1;
      if (!start.current.isMoved && isAlone && distance(at, start.current.at) < TAP_PX) return;
      start.current.isMoved = true;
      event.currentTarget.setPointerCapture(event.pointerId);
      pointers.current.set(event.pointerId, at);
      const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
      if (other || zooming.zoom.scale > 1) move(before, at, other);
      else setDrag(alongOneAxis(start.current.at, at));
    },
    onPointerUp(event: PointerEvent) {
      if (!pointers.current.delete(event.pointerId) || pointers.current.size > 0) return;
      letGo();
      if (start.current.isMoved) return;
      const at = zooming.pointOf(event);
      if (!start.current.isOnPicture) onClose();
      else if (isDoubleTap(at, event.timeStamp)) zooming.toggle(at);
    },
    onPointerCancel(event: PointerEvent) {
      pointers.current.delete(event.pointerId);
      setHeld(false);
      setDrag(MIDDLE);
    },
  };
  return { drag, isHeld, handlers };
}

/** Moves the picture with one finger, and enlarges it between two. */
function useMove({ change }: ReturnType<typeof useZoom>) {
  return (before: Point, at: Point, other: Point | undefined) => {
    const [from, to] = other ? [between(before, other), between(at, other)] : [before, at];
    const factor = other ? distance(at, other) / Math.max(1, distance(before, other)) : 1;
    change((now) => {
      const next = zoomAbout(now, now.scale * factor, from);
      return { ...next, x: next.x + to.x - from.x, y: next.y + to.y - from.y };
    });
  };
}

function useDoubleTap() {
  const last = useRef({ at: MIDDLE, time: Number.NEGATIVE_INFINITY });
  return (at: Point, time: number) => {
    const isDouble = time - last.current.time < DOUBLE_MS && distance(at, last.current.at) < DOUBLE_PX;
    last.current = { at, time: isDouble ? Number.NEGATIVE_INFINITY : time };
    return isDouble;
  };
}

/** A drag sideways, or down. */
function alongOneAxis(from: Point, to: Point): Point {
  const [x, y] = [to.x - from.x, to.y - from.y];
  return Math.abs(x) > Math.abs(y) ? { x, y: 0 } : { x: 0, y: Math.max(0, y) };
}
