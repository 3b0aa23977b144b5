import type { DemoPerson } from '../demo-person.ts';
import type { Random } from '../random.ts';
import { lightness, mix, shade, tint } from './colors.ts';
import { skinShade } from './face.ts';
import type { Palette } from './palettes.ts';
import { blob, box, curve, disc, line, points, polygon } from './paper.ts';

const GARMENTS = [
  'crew',
  'stripes',
  'turtleneck',
  'shirt',
  'vneck',
  'blazer',
  'hoodie',
  'dress',
  'dungarees',
  'scarf',
  'dots',
] as const;
export type Garment = (typeof GARMENTS)[number];

/** Clothes of a person in a place: no scarf on the beach, no bare shoulders in the snow, no man in a dress. */
export function garmentsFor(person: DemoPerson, place: string): readonly Garment[] {
  const never = new Set<Garment>(person.gender === 'male' ? ['dress'] : []);
  if (place === 'beach')
    for (const warm of ['scarf', 'turtleneck', 'blazer', 'hoodie'] as const) never.add(warm);
  if (place === 'snow') for (const bare of ['dress', 'vneck', 'dungarees'] as const) never.add(bare);
  return GARMENTS.filter((garment) => !never.has(garment));
}

/** The parts of a body around the head: `behind` the neck, and `over` it but under the hair. */
export type Outfit = {
  behind: string;
  over: string;
  /** Cloth for the part of the neck that reaches below a closed collar; cut to the skin when painted. */
  tuck: string;
  silhouette: string;
};

const NECK = { left: 268, right: 642, top: 872, middle: 455 };

/** Shoulders down to the hips in lorelei's units, a little turned like the heads are. */
function torso(width: number, slope: number): string {
  const [l, r] = [NECK.middle - width * 1.02, NECK.middle + width * 0.98];
  return [
    `M${NECK.left + 10} ${NECK.top}`,
    `C${NECK.left - 30} ${NECK.top + 62} ${l + 190} ${936 + slope} ${l + 96} ${984 + slope}`,
    `C${l + 20} ${1022 + slope} ${l - 6} ${1130 + slope} ${l - 14} 1300`,
    `C${l - 26} 1600 ${l - 20} 2000 ${l - 10} 2400`,
    `L${r + 10} 2400`,
    `C${r + 20} 2000 ${r + 26} 1600 ${r + 14} 1300`,
    `C${r + 6} ${1130 + slope} ${r - 20} ${1022 + slope} ${r - 96} ${984 + slope}`,
    `C${r - 190} ${936 + slope} ${NECK.right + 30} ${NECK.top + 62} ${NECK.right - 10} ${NECK.top}`,
    'Z',
  ].join('');
}

function shoulderWidth(person: DemoPerson): number {
  const frame = person.gender === 'male' ? 492 : 412;
  return frame + { slim: -26, athletic: 14, average: 0, curvy: 18, full: 46 }[person.bodyType];
}

const collar = (depth: number, thick: number): string => {
  const { left, right, top } = NECK;
  return `M${left + 4} ${top - 22}C${left + 70} ${top + 64 + depth} ${right - 90} ${top + 64 + depth} ${right - 6} ${top - 26}L${right + 76} ${top + 22}C${right + 16} ${top + 116 + depth + thick} ${left + 20} ${top + 116 + depth + thick} ${left - 40} ${top + 20}C${left - 14} ${top + 4} ${left} ${top - 8} ${left + 4} ${top - 22}Z`;
};

/** The pattern of the clothes, painted before the head: stripes, dots, bare shoulders, lapels. */
function pattern(garment: Garment, cloth: string, second: string, skin: string): string {
  if (garment === 'stripes')
    return [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
      .map((i) =>
        line(
          `M-100 ${1015 + i * 84}C250 ${1075 + i * 84} 650 ${1075 + i * 84} 1050 ${1010 + i * 84}`,
          second,
          30,
        ),
      )
      .join('');
  if (garment === 'dots') {
    const dots: string[] = [];
    for (let row = 0; row < 14; row++)
      for (let column = 0; column < 9; column++)
        dots.push(disc(column * 118 + (row % 2) * 59 - 20, 985 + row * 74, 15, second));
    return dots.join('');
  }
  if (garment === 'vneck' || garment === 'blazer')
    return `<path d="M${NECK.left + 24} 900L452 1225L${NECK.right - 24} 900Z" fill="${garment === 'blazer' ? second : skin}"/>`;
  if (garment === 'dress')
    return `<path d="M-200 840L1200 840L1200 1080C1000 1110 820 1120 700 1090C640 1190 540 1215 455 1190C370 1215 280 1190 215 1090C120 1120 0 1110 -200 1080Z" fill="${skin}"/>${line('M222 1100C222 1010 232 960 246 905', cloth, 26)}${line('M694 1100C694 1010 684 960 668 905', cloth, 26)}`;
  if (garment === 'dungarees')
    return `<path d="M235 1250L690 1250L760 2400L170 2400Z" fill="${second}"/>${line('M262 1270C240 1120 236 1000 250 905', second, 62)}${line('M662 1270C684 1120 690 1000 676 905', second, 62)}${disc(270, 1290, 20, '#e8c15a')}${disc(655, 1290, 20, '#e8c15a')}`;
  return '';
}

type Collar = (cloth: string, second: string) => string;

/** A pointed piece of cloth with a seam. */
const flap = (corners: string, fill: string, seam: string) =>
  `<path d="${polygon(points(corners))}" fill="${fill}" stroke="${seam}" stroke-opacity=".5" stroke-width="5" stroke-linejoin="round"/>`;

const none: Collar = () => '';
const roundCollar: Collar = (cloth) => `<path d="${collar(18, 56)}" fill="${shade(cloth, 0.14)}"/>`;
const contrast: Collar = (_, second) => `<path d="${collar(18, 56)}" fill="${second}"/>`;

const turtleneck: Collar = (cloth) => {
  const { left, right } = NECK;
  const roll = `M${left + 34} 800C${left + 100} 850 ${right - 130} 860 ${right - 50} 808C${right - 30} 850 ${right} 880 ${right + 68} 920C${right + 10} 1080 ${left + 40} 1080 ${left - 30} 920C${left + 14} 880 ${left + 30} 840 ${left + 34} 800Z`;
  const fold = `M${left + 6} 890C${left + 90} 950 ${right - 90} 950 ${right} 890`;
  return `<path d="${roll}" fill="${tint(cloth, 0.12)}"/>${line(fold, shade(cloth, 0.22), 6, 'stroke-opacity=".5"')}`;
};

const shirt: Collar = (cloth) => {
  const [dark, light] = [shade(cloth, 0.22), tint(cloth, 0.12)];
  return [
    flap('264,862 452,1012 330,1110 200,935', light, dark),
    flap('646,856 452,1012 570,1110 706,930', light, dark),
    line('M452 1012L452 2400', dark, 5, 'stroke-opacity=".55"'),
    ...[1140, 1330, 1520].map((y) => disc(472, y, 11, dark)),
  ].join('');
};

const blazer: Collar = (cloth) => {
  const dark = shade(cloth, 0.22);
  return (
    flap('250,866 448,1300 330,1330 205,1120 170,1090 225,1050 180,930', dark, dark) +
    flap('660,862 456,1300 580,1330 705,1115 740,1085 688,1045 730,925', dark, dark)
  );
};

const hoodie: Collar = (cloth, second) =>
  `<path d="${collar(30, 84)}" fill="${tint(cloth, 0.12)}"/>${line('M350 1040C344 1110 352 1160 346 1215M560 1040C566 1110 556 1150 563 1195', second, 13)}`;

const scarf: Collar = (_, second) => {
  const fold = (d: string) => line(d, shade(second, 0.25), 8, 'stroke-opacity=".5"');
  return [
    `<path d="${blob(points('196,900 300,815 455,880 620,800 722,885 690,1000 470,1060 240,1010'))}" fill="${second}"/>`,
    fold(curve(points('225,900 400,965 560,950 695,880'))),
    fold(curve(points('240,970 440,1018 680,950'))),
    `<path d="M560 1010L690 985L740 1420L600 1440Z" fill="${shade(second, 0.08)}"/>`,
  ].join('');
};

/** Collars, hoods and scarves, painted over the neck. */
const COLLARS: Readonly<Record<Garment, Collar>> = {
  crew: roundCollar,
  stripes: contrast,
  dots: contrast,
  turtleneck,
  shirt,
  blazer,
  hoodie,
  scarf,
  vneck: none,
  dress: none,
  dungarees: none,
};

const CLOSED: ReadonlySet<Garment> = new Set(['crew', 'stripes', 'dots', 'turtleneck', 'hoodie']);
const TUCK = 'M100 900L240 902C300 1010 640 1010 690 896L900 880L900 1200L100 1200Z';

/** Clothes in colours that stand out from the papers behind and do not melt into the skin. */
export function clothColors(random: Random, palette: Palette, skin: string): [cloth: string, second: string] {
  const papers = [
    '#f6e7d3',
    '#e9c46a',
    '#d1495b',
    '#2f6f73',
    '#3d405b',
    '#e07a5f',
    '#81a88d',
    '#f2b8a0',
    '#5a4a78',
    '#386fa4',
    '#f4a259',
    '#7a3b5e',
    '#c8553d',
    '#a8c3d8',
  ];
  const near = [palette.layers[2], palette.layers[3], palette.accent, palette.leaf, ...papers];
  const behind = palette.layers[1];
  const fits = near.filter(
    (color) =>
      Math.abs(lightness(color) - lightness(skin)) > 0.13 &&
      Math.abs(lightness(color) - lightness(behind)) > 0.1,
  );
  const cloth = random.pick(fits.length > 1 ? fits : near);
  const contrast = lightness(cloth) > 0.55 ? shade(palette.layers[3], 0.1) : '#fbeedd';
  return [cloth, random.chance(0.5) ? contrast : mix(cloth, contrast, 0.55)];
}

/** Draws the body of a person in one garment. */
export function drawOutfit(options: {
  person: DemoPerson;
  garment: Garment;
  cloth: string;
  second: string;
  skin: string;
}): Outfit {
  const { person, garment, cloth, second, skin } = options;
  const width = shoulderWidth(person);
  const silhouette = torso(width, person.gender === 'male' ? 0 : 26);
  const [l, r] = [NECK.middle - width, NECK.middle + width];
  const dark = shade(cloth, 0.3);
  const arms = `${line(`M${l + 118} 2400C${l + 100} 1700 ${l + 130} 1380 ${l + 152} 1230`, dark, 9, 'stroke-opacity=".5"')}${line(`M${r - 118} 2400C${r - 100} 1700 ${r - 130} 1380 ${r - 152} 1230`, dark, 9, 'stroke-opacity=".5"')}`;
  const hood =
    garment === 'hoodie'
      ? `<path d="${blob(points('150,900 210,770 455,735 700,765 765,890 660,990 250,1000'))}" fill="${shade(cloth, 0.24)}"/>`
      : '';
  const behind = [
    hood,
    `<clipPath id="torso"><path d="${silhouette}"/></clipPath>`,
    `<linearGradient id="drape" x1="0" y1="0" x2="1" y2=".25"><stop offset="0" stop-color="#2a1226" stop-opacity=".26"/><stop offset=".55" stop-color="#2a1226" stop-opacity="0"/><stop offset="1" stop-color="#fff3dc" stop-opacity=".2"/></linearGradient>`,
    `<path d="${silhouette}" fill="${cloth}"/>`,
    `<g clip-path="url(#torso)">`,
    pattern(garment, cloth, second, skin),
    `<path d="${blob(points('250,850 455,940 690,850 640,1030 455,1085 250,1020'))}" fill="${garment === 'dress' ? skinShade(skin) : '#2a1226'}" fill-opacity=".16"/>`,
    arms,
    `<path d="${box(-300, 800, 1600, 1700)}" fill="url(#drape)"/>`,
    '</g>',
  ].join('');
  const tuck = CLOSED.has(garment) ? `<path d="${TUCK}" fill="${cloth}"/>` : '';
  return { behind, over: COLLARS[garment](cloth, second), tuck, silhouette };
}
