/** Drawn scenes in `public/scenes`. Each has a tall picture; those for whole windows have a wide one too. */
export type SceneName = 'night-city' | 'quay' | 'cafe' | 'hills' | 'sea';

const WIDE: ReadonlySet<SceneName> = new Set(['night-city', 'quay']);

/** Addresses of a scene, for phones and for wide windows. */
export function scenePictures(name: SceneName): { tall: string; wide: string } {
  const tall = `/scenes/${name}-tall.webp`;
  return { tall, wide: WIDE.has(name) ? `/scenes/${name}.webp` : tall };
}

/** The portrait of a drawn person, who is no member: strangers see no member's face. */
export const drawnPicture = (name: string) => `/people/${name}.webp`;
