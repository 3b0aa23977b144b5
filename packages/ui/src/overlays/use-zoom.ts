import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { CLOSE_UP, keepInFrame, type Point, WHOLE, type Zoom, zoomAbout } from './zoom.ts';

export const MIDDLE: Point = { x: 0, y: 0 };

/** The zoom of the picture in a frame, also by the wheel. Points are in pixels from the middle of the frame. */
export function useZoom(frame: RefObject<HTMLElement | null>, picture: RefObject<HTMLElement | null>) {
  const [zoom, setZoom] = useState(WHOLE);
  const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const box = frame.current?.getBoundingClientRect();
    if (!box) return MIDDLE;
    return { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 };
  };
  const change = (to: (now: Zoom) => Zoom) => {
    const { offsetWidth: width = 0, offsetHeight: height = 0 } = picture.current ?? {};
    const { clientWidth = 0, clientHeight = 0 } = frame.current ?? {};
    setZoom((now) => keepInFrame(to(now), { width, height }, { width: clientWidth, height: clientHeight }));
  };
  const zoomBy = (factor: number, point = MIDDLE) =>
    change((now) => zoomAbout(now, now.scale * factor, point));
  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    zoomBy(Math.exp(-event.deltaY / 400), pointOf(event));
  });
  useEffect(() => {
    const element = frame.current;
    // Not by React, whose wheel listeners can't keep the browser from enlarging the page.
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, [frame]);
  return {
    zoom,
    pointOf,
    change,
    zoomBy,
    toggle: (point = MIDDLE) => change((now) => (now.scale > 1 ? WHOLE : zoomAbout(now, CLOSE_UP, point))),
    reset: () => setZoom(WHOLE),
  };
}
