import type { CSSProperties } from 'react';

/** Limits for the size of a photo in a conversation, in px. */
const WIDEST = 300;
const HIGHEST = 360;
const LEAST = 160;

/** Size of a photo before it is loaded. Very long ones are cropped to their middle. */
export function photoPlace({ width, height }: { width: number; height: number }): CSSProperties {
  const scale = Math.min(1, WIDEST / width, HIGHEST / height);
  const across = Math.round(Math.max(LEAST, width * scale));
  const down = Math.round(Math.max(LEAST, height * scale));
  return { width: across, aspectRatio: `${across} / ${down}` };
}
