import type { Random } from '../../random.ts';
import type { Palette } from '../palettes.ts';

/** The visible part of the person: a cropped face, head and shoulders, down to the hips, or a figure in a scene. */
export type Crop = 'close' | 'portrait' | 'half' | 'small';

export type SceneKit = { random: Random; palette: Palette; crop: Crop };

/** Papers behind and before a person, and where the person stands when the scene is the main thing. */
export type Scene = {
  back: string;
  front: string;
  stand: { x: number; y: number; scale: number };
};

export type DrawScene = (kit: SceneKit) => Scene;
