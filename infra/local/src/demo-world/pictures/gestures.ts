import type { Interest } from '@heartline/contracts';
import { shade, tint } from './colors.ts';
import { skinShade } from './face.ts';
import type { Palette } from './palettes.ts';
import { blob, box, curve, disc, leaf, line, type Point, points, sheet } from './paper.ts';

/** Gestures of a hand, drawn over the body in lorelei’s units. */
export type Gesture = 'mug' | 'book' | 'cat' | 'flowers' | 'wave' | 'camera' | 'glass';

export const GESTURES: Readonly<Record<Gesture, readonly Interest[]>> = {
  mug: ['coffee', 'restaurants', 'board_games'],
  book: ['books', 'languages', 'history', 'series'],
  cat: ['cats', 'animals'],
  flowers: ['gardening', 'volunteering', 'fashion'],
  camera: ['photography', 'travelling', 'cinema', 'technology'],
  glass: ['wine', 'beer', 'going_out', 'festivals'],
  wave: ['languages', 'dancing', 'singing', 'sex'],
};

type Paints = { skin: string; ink: string; cloth: string; palette: Palette };

/** A sleeve from the elbow to the wrist, its cuff, and nothing of the hand. */
function sleeve(points: readonly Point[], width: number, cloth: string): string {
  const d = curve(points);
  const dark = shade(cloth, 0.3);
  return `${line(d, '#2a1226', width + 16, 'stroke-opacity=".13" transform="translate(8 14)"')}${line(d, dark, width + 5, 'stroke-opacity=".5"')}${line(d, cloth, width)}`;
}

/** Fingers laid around something, from one knuckle to the next. */
function fingers(from: Point, step: Point, reach: Point, count: number, { skin, ink }: Paints): string {
  const stroke = (color: string, width: number, more = '') =>
    Array.from({ length: count }, (_, i) =>
      line(`M${from[0] + step[0] * i} ${from[1] + step[1] * i}l${reach[0]} ${reach[1]}`, color, width, more),
    );
  return Array.from(
    { length: count },
    (_, i) => (stroke(ink, 41)[i] ?? '') + (stroke(skin, 34)[i] ?? ''),
  ).join('');
}

function palm(points: readonly Point[], { skin, ink }: Paints): string {
  return `<path d="${blob(points)}" fill="${skin}" stroke="${ink}" stroke-width="6"/>`;
}

function mug(paints: Paints): string {
  const { palette, cloth } = paints;
  const clay = tint(palette.accent, 0.12);
  const steam = [560, 610].map((x) =>
    line(
      curve([
        [x, 990],
        [x + 20, 950],
        [x - 14, 905],
        [x + 12, 860],
      ]),
      '#fff8ea',
      9,
      'stroke-opacity=".5"',
    ),
  );
  return [
    sleeve(points('960,1660 830,1420 690,1240'), 150, cloth),
    palm(points('600,1110 690,1120 730,1200 690,1290 600,1270'), paints),
    ...steam,
    sheet('M480 1040L690 1040L676 1226C672 1262 640 1276 585 1276C530 1276 498 1262 494 1226Z', clay, 0.6),
    `<ellipse cx="585" cy="1040" rx="105" ry="22" fill="${shade(palette.layers[4], 0.1)}"/>`,
    fingers([668, 1096], [-3, 46], [-62, 6], 4, paints),
  ].join('');
}

function glass(paints: Paints): string {
  const { palette, cloth } = paints;
  return [
    sleeve(points('980,1640 900,1420 812,1200'), 146, cloth),
    palm(points('770,1060 840,1080 862,1150 820,1230 750,1200'), paints),
    `<path d="M700 790L880 790C884 920 850 985 800 992L798 1170L850 1186L730 1186L782 1170L780 992C730 985 696 920 700 790Z" fill="#fff" fill-opacity=".36" stroke="#fff" stroke-opacity=".7" stroke-width="5"/>`,
    `<path d="M704 860L876 860C872 935 842 976 790 980C738 976 708 935 704 860Z" fill="${palette.night ? '#e9c46a' : '#a8324a'}"/>`,
    fingers([826, 1056], [0, 44], [-58, 4], 3, paints),
  ].join('');
}

function book(paints: Paints): string {
  const { palette, cloth } = paints;
  const cover = palette.accent;
  return [
    sleeve(points('-60,1640 60,1500 190,1420'), 150, cloth),
    sleeve(points('990,1640 880,1500 760,1420'), 150, cloth),
    sheet(
      'M120 1130C260 1090 400 1110 470 1160C540 1110 680 1090 820 1130L850 1500C700 1460 540 1480 470 1530C400 1480 240 1460 90 1500Z',
      cover,
      0.9,
    ),
    line('M470 1160L470 1530', shade(cover, 0.35), 9),
    disc(650, 1260, 54, tint(cover, 0.5)),
    line('M570 1370C640 1352 700 1350 760 1362', tint(cover, 0.5), 12),
    fingers([110, 1330], [-4, 46], [64, -10], 3, paints),
    fingers([832, 1330], [4, 46], [-64, -10], 3, paints),
  ].join('');
}

function cat(paints: Paints): string {
  const { palette, cloth, ink } = paints;
  const fur = tint(palette.layers[4], 0.12);
  const light = tint(palette.sun, 0.2);
  return [
    sleeve(points('980,1560 860,1560 640,1520 420,1500'), 156, cloth),
    sheet(blob(points('330,1180 440,1120 580,1150 650,1290 660,1480 480,1560 320,1500 290,1330')), fur, 0.9),
    sheet(
      'M330 1100L320 950L420 1030C460 1018 510 1018 546 1030L640 946L636 1104C650 1180 580 1236 484 1236C390 1236 318 1180 330 1100Z',
      fur,
      0.6,
    ),
    `<path d="M346 1010L350 974L392 1018ZM574 1014L618 974L620 1012Z" fill="${palette.accent}"/>`,
    `<ellipse cx="430" cy="1110" rx="19" ry="25" fill="${light}"/><ellipse cx="540" cy="1110" rx="19" ry="25" fill="${light}"/>`,
    disc(433, 1112, 10, ink) + disc(543, 1112, 10, ink),
    `<path d="M472 1150L500 1150L486 1166Z" fill="${palette.accent}"/>`,
    line('M486 1166C482 1184 464 1186 456 1178M486 1166C490 1184 508 1186 516 1178', light, 6),
    line('M384 1150L318 1140M386 1168L322 1176M588 1150L654 1140M586 1168L650 1176', light, 4),
    sleeve(points('-40,1600 140,1600 360,1500 520,1440'), 150, cloth),
    palm(points('500,1390 590,1370 640,1410 610,1470 520,1490'), paints),
  ].join('');
}

function flowers(paints: Paints): string {
  const { palette, cloth } = paints;
  const heads: readonly Point[] = points('560,940 700,880 650,1030 790,990 520,1060 760,1110');
  const colors = [palette.accent, tint(palette.sun, 0.2), palette.layers[0], '#f2b8a0'];
  const leaves = [-2.6, -2.1, -1.6, -1.1, -0.6, -0.2].map((angle) => leaf([660, 1230], angle, 330, 46));
  return [
    sheet(leaves.join(''), palette.leaf, 0.7),
    ...heads.map(([x, y], i) => {
      const petals = Array.from({ length: 8 }, (_, k) => leaf([x, y], (k / 8) * Math.PI * 2, 88, 28));
      return `${sheet(petals.join(''), colors[i % 4] ?? palette.accent, 0.5)}${disc(x, y, 22, shade(palette.accent, 0.4))}`;
    }),
    sheet('M520 1190L800 1180L710 1560L610 1560Z', tint(palette.sky[0], 0.5), 0.8),
    sleeve(points('990,1700 900,1560 760,1440'), 150, cloth),
    fingers([716, 1340], [-8, 46], [-92, 8], 4, paints),
  ].join('');
}

function camera(paints: Paints): string {
  const { palette, cloth } = paints;
  const body = shade(palette.layers[4], 0.25);
  return [
    line(
      'M250 905C230 1100 300 1200 350 1260M690 905C700 1100 640 1200 600 1260',
      shade(palette.accent, 0.3),
      22,
    ),
    sleeve(points('-50,1660 80,1520 250,1400'), 150, cloth),
    sleeve(points('980,1660 860,1520 690,1400'), 150, cloth),
    sheet(`${box(290, 1230, 370, 230)}${box(400, 1190, 120, 50)}`, body, 0.8),
    `<rect x="290" y="1290" width="370" height="110" fill="${palette.accent}"/>`,
    disc(475, 1345, 96, shade(body, 0.3)),
    disc(475, 1345, 66, tint(palette.sky[1], 0.1)),
    disc(498, 1322, 20, '#fff', 'fill-opacity=".7"'),
    fingers([276, 1310], [0, 46], [54, 0], 3, paints),
    fingers([676, 1310], [0, 46], [-54, 0], 3, paints),
  ].join('');
}

function wave(paints: Paints): string {
  const { cloth, skin, ink } = paints;
  const tips: readonly Point[] = points('-92,-96 -46,-134 8,-140 58,-118');
  const base: Point = [930, 800];
  const finger = (to: Point, color: string, width: number) =>
    line(`M${base[0]} ${base[1]}l${to[0]} ${to[1]}`, color, width);
  return [
    sleeve(points('800,1500 930,1300 944,1010'), 158, cloth),
    ...tips.map((to) => finger(to, ink, 47)),
    line(`M${base[0] - 20} ${base[1] + 44}l-76 -26`, ink, 45),
    palm(points('878,780 984,776 992,860 968,930 900,930 872,860'), paints),
    ...tips.map((to) => finger(to, skin, 39)),
    line(`M${base[0] - 16} ${base[1] + 46}l-78 -26`, skin, 37),
    `<path d="${blob(points('886,790 978,786 984,860 960,922 906,922 880,860'))}" fill="${skin}"/>`,
    line('M902 884C924 872 946 874 966 890', skinShade(skin), 6),
  ].join('');
}

const DRAW: Readonly<Record<Gesture, (paints: Paints) => string>> = {
  mug,
  glass,
  book,
  cat,
  flowers,
  camera,
  wave,
};

/** The arm, hand and thing of a gesture. */
export function drawGesture(gesture: Gesture, paints: Paints): string {
  return DRAW[gesture](paints);
}
