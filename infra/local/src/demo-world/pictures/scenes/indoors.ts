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
  leaf,
  line,
  type Point,
  points,
  polygon,
  rect,
  sheet,
  WIDTH,
} from '../paper.ts';
import { branch, sky } from './nature.ts';
import type { DrawScene, SceneKit } from './scene.model.ts';

function wall({ palette }: SceneKit, color: string): string {
  return `<defs>${fade('wall', tint(color, 0.2), shade(color, 0.1))}</defs>${rect(0, 0, WIDTH, HEIGHT, 'url(#wall)')}${glow(WIDTH * 0.7, 260, 760, palette.sun, 0.5)}`;
}

/** A window with its own small sky, and the light it throws on the wall. */
function pane(kit: SceneKit, x: number, y: number, w: number, h: number): string {
  const { palette, random } = kit;
  const frame = tint(palette.sky[0], 0.62);
  const hill = `M${x} ${y + h * 0.72}C${x + w * 0.3} ${y + h * 0.5} ${x + w * 0.6} ${y + h * random.between(0.6, 0.85)} ${x + w} ${y + h * 0.56}L${x + w} ${y + h}L${x} ${y + h}Z`;
  return [
    sheet(box(x - 16, y - 16, w + 32, h + 32), frame, 0.7),
    `<defs>${fade('pane', palette.sky[0], palette.sky[1])}</defs>`,
    rect(x, y, w, h, 'url(#pane)'),
    disc(x + w * 0.68, y + h * 0.36, w * 0.14, palette.sun),
    `<path d="${hill}" fill="${palette.layers[1]}"/>`,
    rect(x + w / 2 - 6, y, 12, h, frame),
    rect(x, y + h * 0.44, w, 11, frame),
    `<path d="${polygon([
      [x + w * 0.1, y + h + 30],
      [x + w * 1.1, y + h + 30],
      [x + w * 0.7, HEIGHT],
      [x - w * 0.6, HEIGHT],
    ])}" fill="${palette.sun}" fill-opacity=".13"/>`,
  ].join('');
}

function lamp(x: number, y: number, color: string, light: string): string {
  return `${line(`M${x} -20L${x} ${y - 60}`, shade(color, 0.4), 5)}${glow(x, y + 20, 330, light, 0.7)}${sheet(`M${x - 26} ${y - 64}L${x + 26} ${y - 64}C${x + 60} ${y - 40} ${x + 84} ${y - 10} ${x + 92} ${y + 20}L${x - 92} ${y + 20}C${x - 84} ${y - 10} ${x - 60} ${y - 40} ${x - 26} ${y - 64}Z`, color, 0.7)}<ellipse cx="${x}" cy="${y + 22}" rx="60" ry="13" fill="${light}"/>`;
}

function pot(random: Random, palette: Palette, x: number, y: number, size: number): string {
  const leaves = Array.from({ length: 9 }, (_, i) =>
    leaf(
      [x, y],
      -Math.PI / 2 + (i - 4) * 0.33 + random.between(-0.1, 0.1),
      size * random.between(1, 1.5),
      size * 0.17,
    ),
  );
  return `${sheet(leaves.join(''), palette.leaf, 0.7)}${sheet(
    polygon([
      [x - size * 0.42, y - 8],
      [x + size * 0.42, y - 8],
      [x + size * 0.3, y + size * 0.72],
      [x - size * 0.3, y + size * 0.72],
    ]),
    palette.accent,
    0.7,
  )}`;
}

function cup(palette: Palette, x: number, y: number, size: number): string {
  const steam = [-0.2, 0.16].map((dx) =>
    line(
      curve([
        [x + dx * size, y - size * 0.3],
        [x + dx * size + 13, y - size * 0.62],
        [x + dx * size - 9, y - size * 0.9],
        [x + dx * size + 8, y - size * 1.25],
      ]),
      '#fff8ea',
      size * 0.05,
      'stroke-opacity=".5"',
    ),
  );
  return `${steam.join('')}${line(`M${x + size * 0.44} ${y + size * 0.1}C${x + size * 0.86} ${y + size * 0.06} ${x + size * 0.8} ${y + size * 0.52} ${x + size * 0.36} ${y + size * 0.46}`, tint(palette.sky[0], 0.6), size * 0.11)}${sheet(`M${x - size * 0.5} ${y}L${x + size * 0.5} ${y}C${x + size * 0.5} ${y + size * 0.44} ${x + size * 0.32} ${y + size * 0.66} ${x} ${y + size * 0.66}C${x - size * 0.32} ${y + size * 0.66} ${x - size * 0.5} ${y + size * 0.44} ${x - size * 0.5} ${y}Z`, tint(palette.sky[0], 0.68), 0.6)}<ellipse cx="${x}" cy="${y}" rx="${size * 0.5}" ry="${size * 0.1}" fill="${shade(palette.layers[3], 0.2)}"/>`;
}

function table(palette: Palette, y: number): string {
  return `${sheet(`M-60 ${y + 14}C260 ${y - 12} 700 ${y - 12} 1020 ${y + 14}L1020 1260L-60 1260Z`, mix(palette.layers[3], '#8a5a3c', 0.35), 1.3)}<path d="M-60 ${y + 14}C260 ${y - 12} 700 ${y - 12} 1020 ${y + 14}L1020 ${y + 40}C700 ${y + 12} 260 ${y + 12} -60 ${y + 40}Z" fill="#fff" fill-opacity=".13"/>`;
}

export const cafe: DrawScene = (kit) => {
  const { random, palette } = kit;
  const [far, mid, near] = palette.layers;
  const left = random.chance(0.5);
  const awning = Array.from(
    { length: 8 },
    (_, i) =>
      `<path d="M${i * 128 - 30} -20L${i * 128 + 98} -20L${i * 128 + 98} 96C${i * 128 + 98} 146 ${i * 128 - 30} 146 ${i * 128 - 30} 96Z" fill="${i % 2 ? tint(palette.sun, 0.4) : palette.accent}"/>`,
  );
  const chair = left ? 760 : 200;
  return {
    back: [
      wall(kit, palette.night ? mix(far, palette.sky[1], 0.4) : mix(palette.sky[1], far, 0.45)),
      pane(kit, left ? 470 : 90, 240, 400, 400),
      lamp(left ? 250 : 720, 300, near, palette.sun),
      lamp(left ? 420 : 880, 236, mid, palette.sun),
      rect(0, 790, WIDTH, 420, shade(far, 0.3), 0, 'fill-opacity=".55"'),
      pot(random, palette, left ? 880 : 90, 760, 120),
      sheet(
        `M${chair - 120} 1260L${chair - 96} 800C${chair - 90} 730 ${chair + 90} 730 ${chair + 96} 800L${chair + 120} 1260L${chair + 84} 1260L${chair + 66} 820C${chair + 50} 790 ${chair - 50} 790 ${chair - 66} 820L${chair - 84} 1260Z`,
        shade(near, 0.2),
        0.8,
      ),
      sheet('M-40 -40L1000 -40L1000 100L-40 100Z', palette.accent, 0.8),
      ...awning,
    ].join(''),
    front: `${table(palette, 1030)}${cup(palette, left ? 650 : 310, 960, 150)}${kit.crop === 'small' ? pot(random, palette, left ? 150 : 820, 960, 84) : ''}`,
    stand: { x: left ? 370 : 590, y: 610, scale: 0.46 },
  };
};

export const kitchen: DrawScene = (kit) => {
  const { random, palette } = kit;
  const [far, mid, near, deep] = palette.layers;
  const tile = mix(palette.sky[0], '#ffffff', 0.3);
  const left = random.chance(0.5);
  const tiles = Array.from({ length: 56 }, (_, i) =>
    rect(
      (i % 8) * 122 - 6,
      470 + Math.floor(i / 8) * 76,
      112,
      66,
      i % 5 === 3 ? mix(tile, palette.accent, 0.24) : tile,
      5,
      'fill-opacity=".6"',
    ),
  );
  const shelf = Array.from({ length: 7 }, (_, i) => {
    const x = 60 + i * 130 + random.between(-16, 16);
    const h = random.between(70, 150);
    const color = random.pick([palette.accent, near, palette.leaf, mid, tint(palette.sun, 0.2)]);
    return sheet(
      `M${x} 372L${x} ${372 - h * 0.7}C${x} ${372 - h * 0.9} ${x + 20} ${372 - h * 0.8} ${x + 20} ${372 - h}L${x + 56} ${372 - h}C${x + 56} ${372 - h * 0.8} ${x + 76} ${372 - h * 0.9} ${x + 76} ${372 - h * 0.7}L${x + 76} 372Z`,
      color,
      0.5,
    );
  });
  const bowl = left ? 690 : 270;
  const fruit = [-84, -20, 52].map((dx, i) =>
    sheet(
      blob([
        [bowl + dx - 46, 975],
        [bowl + dx, 926],
        [bowl + dx + 46, 975],
        [bowl + dx, 1020],
      ]),
      [palette.accent, palette.leaf, '#f0b84f'][i] ?? palette.accent,
      0.5,
    ),
  );
  return {
    back: [
      wall(kit, mix(palette.sky[1], far, 0.35)),
      ...tiles,
      ...shelf,
      sheet(box(-20, 372, 1000, 24), shade(near, 0.1), 0.9),
      lamp(left ? 660 : 300, 470, deep, palette.sun),
      pot(random, palette, left ? 130 : 830, 850, 110),
      sheet(box(-20, 910, 1000, 300), mix(mid, '#8a5a3c', 0.3), 1),
    ].join(''),
    front: `${table(palette, 1050)}${fruit.join('')}${sheet(`M${bowl - 150} 985L${bowl + 130} 985C${bowl + 120} 1070 ${bowl + 60} 1110 ${bowl - 10} 1110C${bowl - 80} 1110 ${bowl - 140} 1070 ${bowl - 150} 985Z`, tint(palette.sky[0], 0.6), 0.8)}`,
    stand: { x: left ? 350 : 610, y: 600, scale: 0.46 },
  };
};

export const library: DrawScene = (kit) => {
  const { random, palette } = kit;
  const [far, mid, near, deep, dark] = palette.layers;
  const spines = [
    palette.accent,
    mid,
    near,
    far,
    palette.leaf,
    tint(palette.sun, 0.1),
    '#d9bb8c',
    palette.sky[1],
  ];
  const rows: string[] = [];
  for (let row = 0; row < 5; row++) {
    const base = 190 + row * 208;
    for (let x = -10; x < WIDTH; ) {
      const w = random.between(24, 58);
      const h = random.between(112, 172);
      const lean = random.chance(0.12) ? random.between(-12, 12) : 0;
      if (!random.chance(0.1)) {
        const color = mix(random.pick(spines), deep, 0.26);
        rows.push(
          `<g transform="rotate(${lean.toFixed(1)} ${x} ${base})">${rect(x, base - h, w - 4, h, color, 3)}${rect(x, base - h * 0.8, w - 4, 7, tint(color, 0.35), 0)}${rect(x + w - 12, base - h, 8, h, '#2a1226', 0, 'fill-opacity=".14"')}</g>`,
        );
      }
      x += w;
    }
    rows.push(sheet(box(-20, base, 1000, 22), shade(deep, 0.15), 0.8));
  }
  const stack = [0, 1, 2, 3].map((i) =>
    sheet(box(i % 2 ? 96 : 70, 1000 - i * 50, 270 - i * 18, 46), spines[(i * 3 + 1) % 8] ?? mid, 0.6),
  );
  return {
    back: `${rect(0, 0, WIDTH, HEIGHT, shade(deep, 0.3))}${rows.join('')}${glow(520, 420, 700, palette.sun, 0.55)}`,
    front: `${table(palette, 1046)}${stack.join('')}${kit.crop === 'small' ? lamp(760, 330, palette.accent, palette.sun) : ''}${rect(0, 1180, WIDTH, 40, dark, 0, 'fill-opacity=".3"')}`,
    stand: { x: 560, y: 620, scale: 0.45 },
  };
};

export const train: DrawScene = (kit) => {
  const { random, palette } = kit;
  const [far, mid, near, deep] = palette.layers;
  const inside = mix(deep, '#6b4636', 0.3);
  const left = random.chance(0.5);
  const seat = left ? 60 : 560;
  const hole = `M-40 -40L1000 -40L1000 1260L-40 1260ZM110 150L110 800C110 850 130 870 180 870L780 870C830 870 850 850 850 800L850 150C850 100 830 80 780 80L180 80C130 80 110 100 110 150Z`;
  const skyline: Point[] = points('-60,560 200,480 420,590 660,500 1020,580');
  return {
    back: [
      sky(kit, 560),
      `<path d="${curve(skyline)}L1020 1260L-60 1260Z" fill="${mix(far, palette.sky[1], 0.4)}"/>`,
      sheet(`${curve(points('-60,660 240,610 560,690 1020,620'))}L1020 1260L-60 1260Z`, mid, 0.6),
      sheet(`${curve(points('-60,780 300,740 640,800 1020,730'))}L1020 1260L-60 1260Z`, near, 0.7),
      ...Array.from({ length: 5 }, (_, i) =>
        rect(
          i * 230 + random.between(-40, 40),
          700 + random.between(-20, 40),
          150,
          9,
          tint(palette.sun, 0.3),
          4,
          'fill-opacity=".5"',
        ),
      ),
      `<g>${sheet(hole, inside, 1.2)}</g>`.replaceAll('<path d="M-40', '<path fill-rule="evenodd" d="M-40'),
      line('M110 480L850 480', shade(inside, 0.3), 12),
      sheet(
        `M${seat} 1260L${seat} 720C${seat} 640 ${seat + 40} 610 ${seat + 110} 610L${seat + 230} 610C${seat + 300} 610 ${seat + 340} 640 ${seat + 340} 720L${seat + 340} 1260Z`,
        palette.accent,
        1,
      ),
    ].join(''),
    front: `${table(palette, 1060)}${cup(palette, left ? 720 : 240, 990, 118)}`,
    stand: { x: left ? 300 : 660, y: 610, scale: 0.47 },
  };
};

export const museum: DrawScene = (kit) => {
  const { random, palette } = kit;
  const [far, mid, near, deep] = palette.layers;
  const picture = (x: number, y: number, w: number, h: number, id: string) => {
    const a = random.pick([mid, palette.accent, near]);
    const b = random.pick([palette.leaf, far, palette.sun, deep]);
    return [
      sheet(box(x - 18, y - 18, w + 36, h + 36), '#c89b52', 0.9),
      `<clipPath id="${id}"><path d="${box(x, y, w, h)}"/></clipPath><g clip-path="url(#${id})">`,
      rect(x, y, w, h, tint(palette.sky[1], 0.3)),
      disc(x + w * random.between(0.3, 0.7), y + h * 0.36, w * random.between(0.16, 0.3), a),
      `<path d="${blob([
        [x - 30, y + h * 0.7],
        [x + w * 0.4, y + h * random.between(0.45, 0.7)],
        [x + w + 30, y + h * 0.65],
        [x + w + 30, y + h + 40],
        [x - 30, y + h + 40],
      ])}" fill="${b}"/>`,
      line(
        curve([
          [x + w * 0.1, y + h * 0.85],
          [x + w * 0.4, y + h * 0.2],
          [x + w * 0.6, y + h * 0.75],
          [x + w * 0.92, y + h * 0.25],
        ]),
        tint(palette.sun, 0.5),
        7,
      ),
      '</g>',
    ].join('');
  };
  return {
    back: [
      wall(kit, mix(palette.sky[1], mid, 0.28)),
      picture(70, 190, 300, 390, 'm1'),
      picture(560, 130, 330, 270, 'm2'),
      picture(600, 500, 260, 300, 'm3'),
      rect(0, 900, WIDTH, 310, mix(near, '#7b5138', 0.45)),
      rect(0, 890, WIDTH, 20, tint(palette.sky[0], 0.5)),
      `<path d="M380 -20L560 -20L820 900L180 900Z" fill="${palette.sun}" fill-opacity=".16"/>`,
    ].join(''),
    front:
      kit.crop === 'small'
        ? `${sheet('M120 1120L840 1120L840 1170L120 1170Z', deep, 1)}${sheet('M-40 1060C200 1040 300 1100 420 1260L-40 1260Z', shade(deep, 0.25), 1)}${branch(random, [-10, 1180], -1, palette.leaf, 1)}`
        : branch(random, [-20, 1240], -0.8, palette.leaf, 1),
    stand: { x: 470, y: 660, scale: 0.46 },
  };
};
