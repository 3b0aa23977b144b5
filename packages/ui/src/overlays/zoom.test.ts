import { describe, expect, it } from 'vitest';
import { keepInFrame, WHOLE, zoomAbout } from './zoom.ts';

/** The place of a point of the picture in the frame. */
const shownAt = (point: number, { scale, x }: { scale: number; x: number }) => point * scale + x;

describe('zoomAbout', () => {
  it('keeps the point under the finger in its place', () => {
    const first = zoomAbout(WHOLE, 2, { x: 40, y: -30 });
    expect(shownAt(40, first)).toBe(40);
    const second = zoomAbout(first, 4, { x: 100, y: 0 });
    // The point of the picture that was at 100 before.
    expect(shownAt((100 - first.x) / 2, second)).toBeCloseTo(100);
  });

  it('stays between the whole picture and the largest scale', () => {
    expect(zoomAbout(WHOLE, 0.3, { x: 10, y: 10 })).toEqual(WHOLE);
    expect(zoomAbout(WHOLE, 99, { x: 0, y: 0 }).scale).toBe(5);
  });
});

describe('keepInFrame', () => {
  const picture = { width: 300, height: 400 };
  const frame = { width: 360, height: 640 };

  it('centres a picture that is smaller than the frame', () => {
    expect(keepInFrame({ scale: 1, x: 80, y: 80 }, picture, frame)).toEqual(WHOLE);
  });

  it('stops a large picture at its edges', () => {
    const moved = keepInFrame({ scale: 2, x: 999, y: -999 }, picture, frame);
    expect(moved).toEqual({ scale: 2, x: (600 - 360) / 2, y: -(800 - 640) / 2 });
  });
});
