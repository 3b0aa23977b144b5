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
  line,
  type Point,
  points,
  polygon,
  rect,
  sheet,
  WIDTH,
} from '../paper.ts';
import { branch, cloud, sky } from './nature.ts';
import type { DrawScene } from './scene.model.ts';

/** A row of houses with lit windows, cut from one sheet. */
function buildings(
  random: Random,
  palette: Palette,
  base: number,
  color: string,
  size: number,
  lit: number,
): string {
  const cuts: string[] = [];
  const windows: string[] = [];
  for (let x = -30; x < WIDTH + 20; ) {
    const w = random.between(0.7, 1.35) * size;
    const h = random.between(1.1, 2.7) * size;
    const top = base - h;
    const roof = random.int(0, 3);
    const tip: Point[] =
      roof === 0
        ? [[x + w / 2, top - w * 0.45]]
        : roof === 1
          ? [
              [x + w * 0.2, top],
              [x + w * 0.2, top - 34],
              [x + w * 0.34, top - 34],
              [x + w * 0.34, top],
            ]
          : roof === 2
            ? [
                [x, top - 20],
                [x + w * 0.3, top - 20],
                [x + w * 0.3, top - 46],
                [x + w * 0.7, top - 46],
                [x + w * 0.7, top - 20],
                [x + w, top - 20],
              ]
            : [];
    cuts.push(polygon([[x, HEIGHT + 40], [x, top], ...tip, [x + w, top], [x + w, HEIGHT + 40]]));
    const step = size * 0.3;
    for (let wy = top + step * 0.7; wy < base - step * 0.4; wy += step * 1.1)
      for (let wx = x + step * 0.5; wx < x + w - step * 0.6; wx += step)
        windows.push(
          rect(
            wx,
            wy,
            step * 0.42,
            step * 0.62,
            random.chance(lit) ? palette.sun : shade(color, 0.22),
            2,
            random.chance(0.5) ? 'fill-opacity=".9"' : 'fill-opacity=".6"',
          ),
        );
    x += w + random.between(0, 6);
  }
  return `${sheet(cuts.join(''), color, 0.9)}${windows.join('')}`;
}

export const nightCity: DrawScene = (kit) => {
  const { random, palette } = kit;
  const [far, mid, near, deep, dark] = palette.layers;
  const bulbs = Array.from({ length: 13 }, (_, i) => {
    const x = i * 82 - 10;
    const y = 150 + Math.sin((i / 12) * Math.PI) * 120;
    return `${glow(x, y + 18, 70, palette.sun, 0.7)}${disc(x, y + 18, 11, palette.sun)}`;
  });
  const small = kit.crop === 'small';
  return {
    back: [
      sky(kit, 520),
      buildings(random, palette, 760, mix(far, palette.sky[1], 0.3), 120, 0.55),
      buildings(random, palette, 880, mid, 160, 0.5),
      glow(480, 900, 620, palette.accent, 0.4),
      buildings(random, palette, 1010, near, 205, 0.45),
      line('M-20 150C300 300 660 300 980 150', dark, 4),
      ...bulbs,
    ].join(''),
    front: small
      ? `${sheet('M-40 1010L1000 1010L1000 1050L-40 1050Z', tint(deep, 0.1), 1)}${Array.from({ length: 12 }, (_, i) => rect(i * 86 + 6, 1050, 14, 170, deep)).join('')}${branch(random, [985, 1180], Math.PI + 0.9, palette.leaf, 1)}`
      : `${sheet(
          polygon(points('-40,1130 1000,1130 1000,1260 -40,1260')),
          dark,
          1,
        )}${rect(0, 1130, WIDTH, 7, tint(dark, 0.25))}`,
    stand: { x: random.chance(0.5) ? 340 : 630, y: 610, scale: 0.44 },
  };
};

/** A bicycle from the side, its handlebar towards the middle. */
function bicycle(palette: Palette, x: number, y: number, size: number): string {
  const paint = palette.accent;
  const dark = shade(palette.layers[4], 0.2);
  const wheel = (cx: number) => {
    const spokes = Array.from({ length: 9 }, (_, i) => {
      const angle = (i / 9) * Math.PI;
      return `M${cx - Math.cos(angle) * size} ${y - Math.sin(angle) * size}L${cx + Math.cos(angle) * size} ${y + Math.sin(angle) * size}`;
    });
    return `${disc(cx, y, size, 'none', `stroke="${dark}" stroke-width="${size * 0.09}"`)}${disc(cx, y, size * 0.92, 'none', `stroke="${tint(paint, 0.6)}" stroke-width="3"`)}${line(spokes.join(''), dark, 2, 'stroke-opacity=".55"')}`;
  };
  const [a, b] = [x - size * 1.32, x + size * 1.32];
  const frame = `M${a} ${y}L${x - size * 0.55} ${y - size * 0.95}L${x + size * 0.86} ${y - size * 0.95}L${x - size * 0.1} ${y + size * 0.06}Z M${x - size * 0.1} ${y + size * 0.06}L${x - size * 0.66} ${y - size * 1.18}M${b} ${y}L${x + size * 0.78} ${y - size * 1.4}`;
  return `${wheel(a)}${wheel(b)}${line(frame, '#2a1226', size * 0.12, 'stroke-opacity=".2" transform="translate(8 12)"')}${line(frame, paint, size * 0.11)}${line(`M${x + size * 0.78} ${y - size * 1.4}L${x + size * 0.5} ${y - size * 1.5}`, dark, size * 0.1)}${line(`M${x - size * 0.9} ${y - size * 1.2}L${x - size * 0.42} ${y - size * 1.2}`, dark, size * 0.16)}${sheet(
    polygon([
      [x + size * 0.82, y - size * 1.28],
      [x + size * 1.62, y - size * 1.28],
      [x + size * 1.5, y - size * 0.74],
      [x + size * 0.94, y - size * 0.74],
    ]),
    '#b98a57',
    0.7,
  )}`;
}

export const cycling: DrawScene = (kit) => {
  const { random, palette } = kit;
  const [far, mid, near, deep] = palette.layers;
  const small = kit.crop === 'small';
  const quay = mix(near, palette.sky[1], 0.25);
  return {
    back: [
      sky(kit, 480),
      cloud(random, random.between(200, 760), 190, 110, tint(palette.sky[0], 0.5)),
      buildings(random, palette, 660, mix(far, palette.sky[1], 0.15), 118, 0.4),
      buildings(random, palette, 740, mid, 150, 0.35),
      rect(0, 730, WIDTH, 200, mix(palette.sky[1], deep, 0.3)),
      ...Array.from({ length: 12 }, (_, i) =>
        rect(
          random.between(-40, 900),
          750 + i * 13,
          random.between(60, 200),
          5,
          palette.sun,
          2,
          'fill-opacity=".3"',
        ),
      ),
      sheet('M-40 900L1000 880L1000 1260L-40 1260Z', quay, 1),
      line('M-40 950C300 938 700 934 1000 930', tint(quay, 0.3), 5, 'stroke-opacity=".6"'),
    ].join(''),
    front: small
      ? bicycle(palette, 500, 1040, 146)
      : bicycle(palette, random.chance(0.5) ? 150 : 800, 1130, 190),
    stand: { x: random.chance(0.5) ? 400 : 560, y: 560, scale: 0.43 },
  };
};

export const market: DrawScene = (kit) => {
  const { random, palette } = kit;
  const [far, mid, near, deep] = palette.layers;
  const goods = ['#e4572e', '#f0b84f', palette.leaf, '#a8324a', '#f2d7a0'];
  const crates = Array.from({ length: 4 }, (_, i) => {
    const x = i * 250 - 30;
    const heap = Array.from({ length: 13 }, () =>
      disc(
        x + random.between(20, 210),
        1062 + random.between(-30, 16),
        random.between(22, 31),
        goods[(i * 2) % 5] ?? '#e4572e',
        'stroke="#2a1226" stroke-opacity=".16" stroke-width="4"',
      ),
    );
    return `${heap.join('')}${sheet(box(x, 1074, 232, 190), '#a9774a', 0.8)}${rect(x, 1110, 232, 6, '#7c5232')}`;
  });
  const bunting = curve(points('-20,300 260,350 540,320 980,370'));
  const flags = Array.from({ length: 10 }, (_, i) =>
    polygon([
      [i * 100, 316 + (i % 4) * 8],
      [i * 100 + 56, 322 + (i % 4) * 8],
      [i * 100 + 26, 392 + (i % 4) * 8],
    ]),
  );
  const stripes = Array.from(
    { length: 7 },
    (_, i) =>
      `<path d="M${i * 146 - 20} 60L${i * 146 + 126} 60L${i * 146 + 136} 214C${i * 146 + 128} 262 ${i * 146 - 20} 262 ${i * 146 - 28} 214Z" fill="${i % 2 ? tint(palette.sun, 0.5) : palette.accent}"/>`,
  );
  return {
    back: [
      sky(kit, 420),
      buildings(random, palette, 820, mix(far, palette.sky[0], 0.2), 170, 0.4),
      buildings(random, palette, 980, mix(mid, far, 0.4), 150, 0.35),
      line(bunting, deep, 4),
      sheet(flags.join(''), palette.leaf, 0.4),
      rect(0, 960, WIDTH, 260, mix(near, palette.sky[1], 0.35)),
    ].join(''),
    front: `${crates.join('')}${kit.crop === 'small' ? `${sheet(box(-20, 40, 1000, 40), palette.accent, 0.8)}${stripes.join('')}${line('M60 220L60 1100M900 220L900 1100', shade(deep, 0.2), 16)}` : ''}`,
    stand: { x: random.chance(0.5) ? 370 : 590, y: 640, scale: 0.45 },
  };
};

/** A crowd of heads, shoulders and raised hands, cut from one dark sheet. */
function crowd(random: Random, y: number, color: string): string {
  const people: string[] = [];
  const arms: string[] = [];
  for (let i = 0; i < 8; i++) {
    const x = i * 138 + random.between(-26, 26);
    const r = random.between(38, 50);
    const top = y + random.between(-14, 40);
    people.push(
      blob([
        [x - r, top + r],
        [x - r * 0.6, top + r * 0.1],
        [x + r * 0.6, top + r * 0.1],
        [x + r, top + r],
        [x + r * 0.55, top + r * 2],
        [x - r * 0.55, top + r * 2],
      ]),
    );
    people.push(
      `M${x - r * 2} 1260C${x - r * 2} ${top + r * 2.5} ${x - r * 1.2} ${top + r * 2.1} ${x} ${top + r * 1.8}C${x + r * 1.2} ${top + r * 2.1} ${x + r * 2} ${top + r * 2.5} ${x + r * 2} 1260Z`,
    );
    if (!random.chance(0.42)) continue;
    const side = random.chance(0.5) ? 1 : -1;
    const hand: Point = [x + side * random.between(70, 100), top - random.between(60, 130)];
    arms.push(
      line(curve([[x + side * r * 1.5, top + 150], [x + side * r * 2.1, top + 40], hand]), color, 30),
    );
    arms.push(
      disc(hand[0], hand[1] - 8, 22, color),
      line(`M${hand[0] - 6} ${hand[1]}l-8 -40M${hand[0] + 8} ${hand[1]}l10 -40`, color, 12),
    );
  }
  return `${arms.join('')}${sheet(people.join(''), color, 0.7)}`;
}

export const concert: DrawScene = (kit) => {
  const { random, palette } = kit;
  const [, mid, near, deep, dark] = palette.layers;
  const beams = Array.from({ length: 6 }, (_, i) => {
    const x = 90 + i * 160;
    const to = x + random.between(-280, 280);
    return `<path d="M${x - 8} 96L${x + 8} 96L${to + 150} 1050L${to - 150} 1050Z" fill="${i % 2 ? palette.accent : palette.sun}" fill-opacity=".17"/>${disc(x, 92, 17, palette.sun)}${glow(x, 92, 130, i % 2 ? palette.accent : palette.sun, 0.8)}`;
  });
  const bokeh = Array.from({ length: 20 }, () =>
    disc(
      random.between(0, WIDTH),
      random.between(140, 820),
      random.between(6, 26),
      random.pick([palette.sun, palette.accent, palette.sky[1]]),
      `fill-opacity="${random.between(0.12, 0.38).toFixed(2)}"`,
    ),
  );
  const flags = Array.from({ length: 11 }, (_, i) =>
    polygon([
      [i * 96 - 20, 210 + Math.sin(i / 1.7) * 26],
      [i * 96 + 50, 216 + Math.sin((i + 0.7) / 1.7) * 26],
      [i * 96 + 14, 286 + Math.sin(i / 1.7) * 26],
    ]),
  );
  return {
    back: [
      `<defs>${fade('wall', shade(deep, 0.25), mix(near, palette.accent, 0.2))}</defs>`,
      rect(0, 0, WIDTH, HEIGHT, 'url(#wall)'),
      glow(480, 560, 660, palette.accent, 0.5),
      ...beams,
      sheet(box(-20, 40, 1000, 40), dark, 0.8),
      sheet(flags.join(''), tint(palette.accent, 0.2), 0.5),
      ...bokeh,
      kit.crop === 'small'
        ? sheet('M-20 900L980 900L980 1260L-20 1260Z', mid, 0.7)
        : crowd(random, 830, shade(near, 0.2)),
    ].join(''),
    front: crowd(random, kit.crop === 'small' ? 1010 : 1110, dark),
    stand: { x: random.chance(0.5) ? 370 : 600, y: 560, scale: 0.47 },
  };
};
