import type { Random } from '../../random.ts';
import { mix, shade, tint } from '../colors.ts';
import type { Palette } from '../palettes.ts';
import {
  blob,
  box,
  curve,
  disc,
  fade,
  glow,
  HEIGHT,
  land,
  landSheet,
  leaf,
  line,
  type Point,
  polygon,
  rect,
  sheet,
  WIDTH,
} from '../paper.ts';
import { blades, branch, clouds, sky } from './nature.ts';
import type { DrawScene } from './scene.model.ts';

function pine(x: number, y: number, height: number, width: number): string {
  const points: Point[] = [[x, y - height]];
  for (let i = 1; i <= 4; i++) {
    const w = (width / 2) * (i / 4);
    points.push([x + w, y - height + (height * i) / 4.4]);
    if (i < 4) points.push([x + w * 0.5, y - height + (height * i) / 4.4 - 4]);
  }
  const left = points
    .slice(1)
    .reverse()
    .map(([px, py]): Point => [2 * x - px, py]);
  return polygon([
    ...points,
    [x + width * 0.05, y - height * 0.09],
    [x + width * 0.05, y + 60],
    [x - width * 0.05, y + 60],
    [x - width * 0.05, y - height * 0.09],
    ...left,
  ]);
}

export const hills: DrawScene = (kit) => {
  const { random, palette } = kit;
  const [far, mid, near, deep, dark] = palette.layers;
  const horizon = random.between(440, 560);
  const trees = Array.from({ length: 9 }, () => {
    const x = random.between(20, 940);
    return pine(x, horizon + 210 + random.between(-30, 30), random.between(90, 150), 58);
  });
  const path = `M${random.between(430, 560)} ${horizon + 190}C380 ${horizon + 290} 700 ${horizon + 370} 420 1260L700 1260C860 ${horizon + 400} 470 ${horizon + 300} 590 ${horizon + 190}Z`;
  const building = random.between(120, 800);
  return {
    back: [
      sky(kit, horizon),
      clouds(kit, 3, horizon - 60),
      landSheet('h0', land(random, horizon - 40, 90, 5), mix(far, palette.sky[1], 0.5), 0.7),
      landSheet('h1', land(random, horizon + 50, 64, 4), far, 0.9),
      sheet(box(building, horizon + 76, 70, 58), tint(palette.sun, 0.3), 0.5),
      sheet(
        polygon([
          [building - 12, horizon + 80],
          [building + 35, horizon + 38],
          [building + 82, horizon + 80],
        ]),
        palette.accent,
        0.5,
      ),
      landSheet('h2', land(random, horizon + 150, 56, 4), mid, 1),
      sheet(trees.join(''), deep, 0.6),
      landSheet('h3', land(random, horizon + 270, 46, 3), near, 1.2),
      `<path d="${path}" fill="${tint(palette.sky[1], 0.4)}" fill-opacity=".55"/>`,
    ].join(''),
    front: `${landSheet('h4', land(random, 1090, 40, 3), deep, 1.3)}${blades(random, 1090, dark, 22)}`,
    stand: { x: random.chance(0.5) ? 330 : 640, y: 640, scale: 0.39 },
  };
};

/** A trunk that leans and forks a little, with the papers of its bark. */
function trunk(random: Random, x: number, width: number, color: string, id: string, lift: number): string {
  const lean = random.between(-70, 70);
  const w = width / 2;
  const fork = random.between(200, 420);
  const side = random.chance(0.5) ? 1 : -1;
  const d = `M${x - w + lean} -60C${x - w * 0.8 + lean * 0.5} 400 ${x - w} 800 ${x - w * 1.9} 1270L${x + w * 1.9} 1270C${x + w} 800 ${x + w * 0.8 + lean * 0.5} 400 ${x + w + lean} -60Z`;
  const arm = line(
    curve([
      [x + lean * 0.5, fork + 190],
      [x + lean * 0.6 + side * width * 1.1, fork + 40],
      [x + lean * 0.6 + side * width * 1.7, fork - 220],
    ]),
    color,
    width * 0.34,
  );
  return `${width > 40 ? arm : ''}${landSheet(id, d, color, lift)}`;
}

/** Foliage as a heap of cut leaves around a middle. */
function foliage(random: Random, x: number, y: number, size: number, color: string): string {
  const cuts = Array.from({ length: 15 }, () => {
    const angle = random.between(0, Math.PI * 2);
    const away = size * Math.sqrt(random.next()) * 0.72;
    const [cx, cy] = [x + Math.cos(angle) * away * 1.25, y + Math.sin(angle) * away * 0.8];
    const r = size * random.between(0.26, 0.44);
    return blob([
      [cx - r, cy],
      [cx - r * 0.5, cy - r * 0.8],
      [cx + r * 0.5, cy - r * 0.75],
      [cx + r, cy],
      [cx + r * 0.5, cy + r * 0.8],
      [cx - r * 0.5, cy + r * 0.7],
    ]);
  });
  return sheet(cuts.join(''), color, 0.8);
}

export const forest: DrawScene = (kit) => {
  const { random, palette } = kit;
  const [far, mid, near, deep, dark] = palette.layers;
  const light = random.between(360, 600);
  const beams = [-260, -60, 170].map(
    (dx) =>
      `<path d="M${light + 210} -60L${light + 290} -60L${light + dx + 190} 1260L${light + dx - 60} 1260Z" fill="${palette.sun}" fill-opacity=".16"/>`,
  );
  const trunks = (xs: readonly number[], width: number, color: string, lift: number, name: string) =>
    xs
      .map((x, i) =>
        trunk(
          random,
          x + random.between(-46, 46),
          width * random.between(0.7, 1.3),
          color,
          `${name}${i}`,
          lift,
        ),
      )
      .join('');
  return {
    back: [
      `<defs>${fade('sky', tint(palette.sky[0], 0.3), palette.sky[1])}</defs>`,
      rect(0, 0, WIDTH, HEIGHT, 'url(#sky)'),
      glow(light, 400, 640, palette.sun, 1),
      trunks([60, 210, 390, 520, 700, 880], 26, mix(far, palette.sky[1], 0.5), 0.4, 'a'),
      foliage(random, 160, 150, 250, mix(far, palette.sky[1], 0.35)),
      foliage(random, 760, 90, 270, mix(far, palette.sky[1], 0.25)),
      landSheet('f0', land(random, 770, 40, 5), mix(far, palette.sky[1], 0.25), 0.6),
      trunks([140, 640, 860], 50, mix(far, mid, 0.6), 0.7, 'b'),
      ...beams,
      landSheet('f1', land(random, 880, 44, 4), mid, 0.8),
      foliage(random, 20, 760, 190, mix(mid, palette.leaf, 0.5)),
      foliage(random, 960, 800, 200, mix(mid, palette.leaf, 0.4)),
      trunks([random.chance(0.5) ? 90 : 850], 118, near, 1.1, 'c'),
      foliage(random, 60, 40, 280, near),
      foliage(random, 900, 10, 260, mix(near, palette.leaf, 0.4)),
      landSheet('f2', land(random, 985, 36, 4), near, 1),
    ].join(''),
    front: `${landSheet('f3', land(random, 1100, 30, 4), deep, 1.2)}${branch(random, [-20, 1230], -0.7, dark, 1.15)}${branch(random, [985, 1190], Math.PI + 0.75, shade(deep, 0.2), 1)}`,
    stand: { x: random.chance(0.5) ? 370 : 600, y: 680, scale: 0.4 },
  };
};

export const snow: DrawScene = (kit) => {
  const { random, palette } = kit;
  const [far, mid, near] = palette.layers;
  const white = palette.night ? mix('#e9eef8', palette.sky[1], 0.45) : '#f7f8fb';
  const horizon = random.between(480, 570);
  const peak = (x: number, h: number, w: number, id: string) =>
    `${landSheet(
      id,
      polygon([
        [x - w, horizon + 140],
        [x - w * 0.4, horizon - h * 0.5],
        [x - w * 0.24, horizon - h * 0.46],
        [x, horizon - h],
        [x + w * 0.3, horizon - h * 0.52],
        [x + w * 0.42, horizon - h * 0.56],
        [x + w, horizon + 140],
      ]),
      mix(far, mid, 0.5),
      0.8,
    )}<path d="${polygon([
      [x - w * 0.26, horizon - h * 0.6],
      [x, horizon - h],
      [x + w * 0.25, horizon - h * 0.6],
      [x + w * 0.12, horizon - h * 0.55],
      [x + w * 0.04, horizon - h * 0.66],
      [x - w * 0.08, horizon - h * 0.52],
      [x - w * 0.14, horizon - h * 0.62],
    ])}" fill="${white}"/>`;
  const trees = (y: number, color: string, size: number) => {
    const cuts = Array.from({ length: 8 }, (_, i) =>
      pine(i * 135 + random.between(-40, 60), y, size * random.between(0.75, 1.2), size * 0.5),
    );
    return sheet(cuts.join(''), color, 0.7);
  };
  const flakes = Array.from({ length: 80 }, () =>
    disc(
      random.between(0, WIDTH),
      random.between(0, HEIGHT),
      random.between(2, 7),
      '#ffffff',
      `fill-opacity="${random.between(0.5, 0.95).toFixed(2)}"`,
    ),
  );
  return {
    back: [
      sky(kit, horizon),
      peak(random.between(150, 360), 330, 360, 'p1'),
      peak(random.between(560, 820), 270, 330, 'p2'),
      landSheet('s1', land(random, horizon + 80, 40, 4), mix(white, far, 0.5), 0.8),
      trees(horizon + 130, near, 170),
      landSheet('s2', land(random, horizon + 160, 40, 4), mix(white, far, 0.25), 0.9),
      landSheet('s3', land(random, horizon + 290, 40, 3), white, 1),
      flakes.slice(0, 50).join(''),
    ].join(''),
    front: `${landSheet('s4', land(random, 1090, 34, 3), mix(white, palette.sky[1], 0.12), 1.1)}${flakes.slice(50).join('')}`,
    stand: { x: random.chance(0.5) ? 350 : 620, y: 690, scale: 0.4 },
  };
};

/** A flower of round petals on a stem. */
function flower(random: Random, palette: Palette, x: number, y: number, size: number): string {
  const color = random.pick([palette.accent, tint(palette.sun, 0.2), palette.layers[1], palette.layers[0]]);
  const petals = Array.from({ length: 7 }, (_, i) =>
    leaf([x, y], (i / 7) * Math.PI * 2 + 0.3, size, size * 0.34),
  );
  return `${line(`M${x} ${y}C${x + 10} ${y + 90} ${x - 14} ${y + 180} ${x} ${HEIGHT + 40}`, shade(palette.leaf, 0.2), 7)}${sheet(petals.join(''), color, 0.5)}${disc(x, y, size * 0.26, shade(palette.accent, 0.35))}`;
}

export const garden: DrawScene = (kit) => {
  const { random, palette } = kit;
  const [far, mid, near, deep] = palette.layers;
  const green = palette.leaf;
  const flowers = (y: number, count: number, size: number) =>
    Array.from({ length: count }, (_, i) =>
      flower(
        random,
        palette,
        ((i + random.between(0.1, 0.9)) / count) * WIDTH,
        y + random.between(-46, 60),
        size * random.between(0.75, 1.2),
      ),
    ).join('');
  const building = random.chance(0.5) ? 90 : 560;
  return {
    back: [
      sky(kit, 520),
      sheet(box(building, 330, 330, 470), mix(far, palette.sky[0], 0.3), 0.8),
      sheet(
        polygon([
          [building - 40, 340],
          [building + 165, 190],
          [building + 370, 340],
        ]),
        mid,
        0.8,
      ),
      rect(building + 60, 410, 84, 110, tint(palette.sun, 0.3), 6),
      rect(building + 186, 410, 84, 110, tint(palette.sun, 0.3), 6),
      landSheet('g1', land(random, 620, 90, 6), mix(green, palette.sky[1], 0.35), 0.8),
      landSheet('g2', land(random, 740, 70, 6), mix(green, mid, 0.12), 1),
      flowers(790, 8, 40),
      landSheet('g3', land(random, 930, 50, 5), shade(green, 0.18), 1),
    ].join(''),
    front: `${flowers(1040, 7, 72)}${blades(random, 1130, mix(shade(green, 0.38), deep, 0.3), 20)}${kit.crop === 'small' ? '' : branch(random, [985, -30], Math.PI - 0.7, mix(near, green, 0.6), 1)}`,
    stand: { x: building < 300 ? 600 : 360, y: 640, scale: 0.41 },
  };
};
