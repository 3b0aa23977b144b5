import { lorelei } from '@dicebear/collection';
import { createAvatar } from '@dicebear/core';
import { mix, shade } from './colors.ts';
import { type Look, variants } from './look.ts';

export type Path = {
  d: string;
  fill: string;
  part: 'hair' | 'skin' | 'line' | 'white' | 'brow' | 'ring' | 'mouth' | 'freckle';
};
/** The drawn head of a person, in lorelei's own units; paths in the order they are painted. */
export type Face = { paths: Path[]; skin: string; hair: string; ink: string };
/** Stand-ins for lorelei's colours, so that each path says what it is. */
const MARKS = {
  skin: '00aa01',
  hair: '00aa02',
  brow: '00aa03',
  ring: '00aa04',
  mouth: '00aa05',
  freckle: '00aa06',
} as const;

/** Paper for shadows on skin: warmer, not greyer. */
export const skinShade = (skin: string) => mix(shade(skin, 0.22), '#a8422f', 0.14);

/** An open mouth is a rim with a hole; its first ring is filled so that it shows teeth. */
function withTeeth(path: Path): Path[] {
  const loops = path.d.match(/[Zz]/g)?.length ?? 0;
  if (path.part !== 'mouth' || loops < 2) return [path];
  return [{ d: path.d.slice(0, path.d.search(/[Zz]/) + 1), fill: '#fffaf2', part: 'white' }, path];
}

/** The paths of a head with one of the person's smiles; `laughing` closes the eyes. */
export function drawFace(look: Look, mouth: number, laughing: boolean): Face {
  const svg = createAvatar(lorelei, {
    seed: 'heartline',
    ...look.options,
    mouth: [look.mouths[mouth % look.mouths.length]],
    eyes: laughing ? variants('19') : [look.eyes],
    skinColor: [MARKS.skin],
    hairColor: [MARKS.hair],
    eyebrowsColor: [MARKS.brow],
    earringsColor: [MARKS.ring],
    mouthColor: [MARKS.mouth],
    frecklesColor: [MARKS.freckle],
  } as never).toString();
  const paints: Record<Path['part'], string> = {
    skin: look.skin,
    hair: look.hair,
    brow: mix(mix(look.hair, '#6b3f2a', 0.45), look.ink, 0.35),
    ring: '#d9a13c',
    line: look.ink,
    freckle: mix(skinShade(look.skin), '#b5562f', 0.35),
    mouth: look.lips ?? look.ink,
    white: mix('#ffffff', look.skin, 0.06),
  };
  const drawing = svg.slice(svg.indexOf('</metadata>'));
  const paths = [...drawing.matchAll(/<path[^>]*? d="([^"]+)"[^>]*>/g)].map(([tag, d = '']): Path => {
    const fill = /fill="#([0-9a-f]+)"/i.exec(tag)?.[1] ?? '000000';
    const mark = (Object.keys(MARKS) as (keyof typeof MARKS)[]).find((name) => MARKS[name] === fill);
    const part = mark ?? (/^f+$/i.test(fill) ? 'white' : 'line');
    return { d, fill: paints[part], part };
  });
  return { paths: paths.flatMap(withTeeth), skin: look.skin, hair: look.hair, ink: look.ink };
}
