import type { CSSProperties } from 'react';

/** The room a photo gets in a conversation, in pixels. */
const WIDEST = 300;
const HIGHEST = 360;
const LEAST = 160;

/** The place of a photo: as large as it will be before it is there. What is very long is cut to its middle. */
export function photoPlace({ width, height }: { width: number; height: number }): CSSProperties {
  const scale = Math.min(1, WIDEST / width, HIGHEST / height);
  const across = Math.round(Math.max(LEAST, width * scale));
  const down = Math.round(Math.max(LEAST, height * scale));
  return { width: across, aspectRatio: `${across} / ${down}` };
}
