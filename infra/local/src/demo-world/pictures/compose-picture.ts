import type { DemoPerson } from '../demo-person.ts';
import { createRandom, type Random } from '../random.ts';
import { mix } from './colors.ts';
import { drawFace } from './face.ts';
import { drawFigure } from './figure.ts';
import { DEMO_SIGN, finish } from './finish.ts';
import { drawGesture, GESTURES, type Gesture } from './gestures.ts';
import { drawHeadwear, type Headwear } from './headwear.ts';
import { type Look, lookOf } from './look.ts';
import { clothColors, drawOutfit, garmentsFor } from './outfit.ts';
import { PALETTE_NAMES, PALETTES, type Palette, type PaletteName } from './palettes.ts';
import { disc, fade, glow, HEIGHT, rect, WIDTH } from './paper.ts';
import { type PlaceName, placeInGallery, placeOf } from './scenes/index.ts';
import type { Crop } from './scenes/scene.model.ts';
import { cropOf, stanceFor } from './stance.ts';
import { turnOf } from './turn.ts';

const HATS: Partial<Record<PlaceName, Headwear>> = { snow: 'beanie', beach: 'sunhat', train: 'headphones' };

/** The gesture of the hands in every other picture, each once a gallery. Small figures have none. */
function chooseGesture(person: DemoPerson, index: number, crop: Crop): Gesture | undefined {
  const random = createRandom(`hands:${person.key}`);
  const names = random.shuffle(Object.keys(GESTURES) as Gesture[]);
  const liked = names.filter((name) =>
    GESTURES[name].some((interest) => person.interests.includes(interest)),
  );
  if (crop === 'close' || crop === 'small' || (index + turnOf(person.key)) % 2 === 0) return undefined;
  return liked[index >> 1];
}

function chooseHat(place: PlaceName, look: Look, palette: Palette, random: Random): Headwear | undefined {
  const hat = HATS[place];
  if (!look.flat || (hat === 'sunhat' && palette.night)) return undefined;
  return random.chance(0.55) ? hat : undefined;
}

const HAZE: Readonly<Record<Crop, number>> = { close: 0.16, portrait: 0.08, half: 0.03, small: 0 };

/** The drawing of one picture of a person's gallery as SVG of 960 × 1200 units. */
export function composePicture(person: DemoPerson, index: number): string {
  const random = createRandom(`picture:${person.key}:${index}`);
  const turn = turnOf(person.key);
  const placeName = placeInGallery(person, index);
  const place = placeOf(placeName);
  const names = PALETTE_NAMES.filter((name) => !place.never?.includes(name));
  const palette: Palette = PALETTES[names[(turn * 7 + index * 5) % names.length] as PaletteName];
  const crop = cropOf(turn, index);
  const look = lookOf(person);
  const scene = place.draw({ random, palette, crop });
  const stance = stanceFor(crop, scene, random);
  const [cloth, second] = clothColors(random, palette, look.skin);
  const garment = random.pick(garmentsFor(person, placeName));
  const gesture = chooseGesture(person, index, crop);
  const hat = chooseHat(placeName, look, palette, random);
  const sleeve = garment === 'dress' ? look.skin : cloth;
  const halo = mix(palette.sun, palette.sky[1], palette.night ? 0.45 : 0.2);
  const air = mix(palette.sky[1], palette.sun, 0.3);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">`,
    scene.back,
    rect(0, 0, WIDTH, HEIGHT, air, 0, `fill-opacity="${HAZE[crop]}"`),
    glow(stance.x, stance.y, 540 * Math.sqrt(stance.scale), halo, 0.4),
    drawFigure({
      face: drawFace(look, random.int(0, 2), index > 0 && random.chance(0.14)),
      look,
      outfit: drawOutfit({ person, garment, cloth, second, skin: look.skin }),
      stance,
      hat: hat ? drawHeadwear(hat, second) : '',
      hands: gesture ? drawGesture(gesture, { skin: look.skin, ink: look.ink, cloth: sleeve, palette }) : '',
    }),
    crop === 'close' || gesture ? '' : scene.front,
    finish(palette, random),
    '</svg>',
  ].join('');
}

/** A stand-in: the same face, larger than life, on a two-colour sheet with one sun. */
export function composeQuickPicture(person: DemoPerson, index: number): string {
  const random = createRandom(`quick:${person.key}:${index}`);
  const palette: Palette =
    PALETTES[PALETTE_NAMES[(turnOf(person.key) * 7) % PALETTE_NAMES.length] as PaletteName];
  const look = lookOf(person);
  const [cloth, second] = clothColors(random, palette, look.skin);
  const outfit = drawOutfit({ person, garment: 'crew', cloth, second, skin: look.skin });
  const stance = { x: 480, y: 520, scale: 0.78, turn: 0, mirrored: random.chance(0.5) };
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH / 2}" height="${HEIGHT / 2}">`,
    `<defs>${fade('sky', palette.sky[0], palette.layers[0])}</defs>`,
    rect(0, 0, WIDTH, HEIGHT, 'url(#sky)'),
    disc(random.between(300, 660), 470, 330, palette.sun, 'fill-opacity=".6"'),
    drawFigure({ face: drawFace(look, 0, false), look, outfit, stance }),
    DEMO_SIGN,
    '</svg>',
  ].join('');
}
