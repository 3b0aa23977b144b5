import type { Interest } from '@heartline/contracts';
import type { DemoPerson } from '../../demo-person.ts';
import { createRandom } from '../../random.ts';
import type { PaletteName } from '../palettes.ts';
import { turnOf } from '../turn.ts';
import { cafe, kitchen, library, museum, train } from './indoors.ts';
import { forest, garden, hills, snow } from './land.ts';
import type { DrawScene } from './scene.model.ts';
import { concert, cycling, market, nightCity } from './town.ts';
import { beach, sea } from './water.ts';

type Place = { draw: DrawScene; interests: readonly Interest[]; never?: readonly PaletteName[] };

/** Every place, the interests that lead there, and the palettes that would be wrong in it. */
const PLACES = {
  sea: { draw: sea, interests: ['sailing', 'swimming', 'diving'] },
  hills: { draw: hills, interests: ['hiking', 'running', 'climbing', 'horses'] },
  nightCity: { draw: nightCity, interests: ['going_out', 'photography', 'festivals', 'sex'] },
  forest: { draw: forest, interests: ['camping', 'dogs', 'animals', 'yoga'] },
  cafe: { draw: cafe, interests: ['coffee', 'languages', 'board_games', 'wine'] },
  cycling: { draw: cycling, interests: ['cycling', 'fitness', 'football', 'tennis'] },
  kitchen: { draw: kitchen, interests: ['cooking', 'baking', 'restaurants', 'diy'] },
  concert: { draw: concert, interests: ['concerts', 'music', 'dancing', 'singing', 'theatre'] },
  beach: { draw: beach, interests: ['beach', 'wellness', 'massage'] },
  snow: { draw: snow, interests: ['skiing', 'motorcycles', 'cars'], never: ['olive', 'sand'] },
  library: { draw: library, interests: ['books', 'history', 'gaming', 'technology'] },
  garden: { draw: garden, interests: ['gardening', 'cats', 'astrology', 'volunteering'] },
  train: { draw: train, interests: ['travelling', 'series'] },
  museum: { draw: museum, interests: ['museums', 'art', 'cinema', 'fashion'] },
  market: { draw: market, interests: ['restaurants', 'beer', 'cooking'] },
} as const satisfies Record<string, Place>;

export type PlaceName = keyof typeof PLACES;
const PLACE_NAMES = Object.keys(PLACES) as PlaceName[];

export const placeOf = (name: PlaceName): Place => PLACES[name];

/** The place of each picture of a gallery: the main one by turn, then those of the interests, then the others. */
export function placeInGallery(person: DemoPerson, index: number): PlaceName {
  const random = createRandom(`places:${person.key}`);
  const main = PLACE_NAMES[(turnOf(person.key) * 4) % PLACE_NAMES.length] as PlaceName;
  const others = PLACE_NAMES.filter((name) => name !== main);
  const liked = others.filter((name) =>
    placeOf(name).interests.some((key) => person.interests.includes(key)),
  );
  const rest = others.filter((name) => !liked.includes(name));
  const order = [main, ...random.shuffle(liked), ...random.shuffle(rest)];
  return order[index % order.length] as PlaceName;
}
