import type { Random } from '../random.ts';
import type { Stance } from './figure.ts';
import { WIDTH } from './paper.ts';
import type { Crop, Scene } from './scenes/scene.model.ts';

const MAIN_CROPS: readonly Crop[] = [
  'portrait',
  'half',
  'close',
  'half',
  'portrait',
  'small',
  'half',
  'portrait',
];
const OTHER_CROPS: readonly Crop[] = ['small', 'half', 'portrait', 'close', 'small', 'half', 'portrait'];

/** The crop of a picture; main pictures are close enough for a card. */
export function cropOf(turn: number, index: number): Crop {
  const crops = index === 0 ? MAIN_CROPS : OTHER_CROPS;
  return crops[(index === 0 ? turn * 3 : index + turn) % crops.length] as Crop;
}

/** Puts the person on one of the thirds, looking into the picture; a small one where the scene has a place. */
export function stanceFor(crop: Crop, scene: Scene, random: Random): Stance {
  const turn = random.between(-5, 5);
  const third = random.chance(0.5);
  const at = (left: number, right: number, low: number, high: number, scale: number): Stance => ({
    x: third ? left : right,
    y: random.between(low, high),
    scale,
    turn,
    mirrored: !third,
  });
  if (crop === 'close')
    return at(random.between(390, 440), random.between(520, 570), 500, 560, random.between(0.94, 1.08));
  if (crop === 'portrait')
    return at(random.between(350, 420), random.between(540, 610), 480, 550, random.between(0.7, 0.84));
  if (crop === 'half')
    return at(random.between(320, 380), random.between(580, 640), 450, 520, random.between(0.5, 0.6));
  const { x, y, scale } = scene.stand;
  return { x, y, scale, turn, mirrored: x > WIDTH / 2 };
}
