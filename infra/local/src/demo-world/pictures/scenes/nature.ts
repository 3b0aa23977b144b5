import type { Random } from '../../random.ts';
import { mix, shade, tint } from '../colors.ts';
import { curve, disc, fade, glow, HEIGHT, leaf, line, type Point, rect, sheet, WIDTH } from '../paper.ts';
import type { SceneKit } from './scene.model.ts';

/** Sky with a sun or moon in it, and stars when it is night. */
export function sky({ random, palette }: SceneKit, horizon: number): string {
  const x = random.chance(0.5) ? random.between(130, 340) : random.between(620, 830);
  const y = random.between(horizon * 0.25, horizon * 0.72);
  const r = random.between(58, 118);
  const stars = palette.night
    ? Array.from({ length: 46 }, () =>
        disc(random.between(0, WIDTH), random.between(0, horizon), random.between(1.2, 3.2), palette.sun),
      )
    : [];
  return [
    `<defs>${fade('sky', palette.sky[0], palette.sky[1])}</defs>`,
    rect(0, 0, WIDTH, HEIGHT, 'url(#sky)'),
    glow(x, y, r * 5.2, palette.sun, palette.night ? 0.35 : 0.85),
    ...stars,
    disc(x, y, r, palette.sun),
  ].join('');
}

/** A paper cloud with a flat belly. */
export function cloud(random: Random, x: number, y: number, size: number, color: string): string {
  const d = `M${x - size} ${y}C${x - size * 1.05} ${y - size * 0.42} ${x - size * 0.5} ${y - size * 0.5} ${x - size * 0.4} ${y - size * 0.36}C${x - size * 0.24} ${y - size * random.between(0.7, 0.95)} ${x + size * 0.3} ${y - size * 0.82} ${x + size * 0.36} ${y - size * 0.42}C${x + size * 0.62} ${y - size * 0.6} ${x + size * 1.06} ${y - size * 0.34} ${x + size} ${y}Z`;
  return sheet(d, color, 0.6);
}

export function clouds(kit: SceneKit, count: number, horizon: number): string {
  const { random, palette } = kit;
  const color = palette.night ? mix(palette.sky[1], palette.layers[1], 0.4) : tint(palette.sky[0], 0.55);
  return Array.from({ length: count }, () =>
    cloud(random, random.between(40, 920), random.between(110, horizon - 30), random.between(70, 150), color),
  ).join('');
}

/** Grass or reeds leaning into the picture from below. */
export function blades(random: Random, y: number, color: string, count = 26): string {
  const cuts = Array.from({ length: count }, (_, i) => {
    const x = (i / count) * (WIDTH + 80) - 40 + random.between(-14, 14);
    return leaf(
      [x, HEIGHT + 30],
      -Math.PI / 2 + random.between(-0.32, 0.32),
      HEIGHT - y + random.between(-50, 80),
      13,
    );
  });
  return sheet(cuts.join(''), color, 0.7);
}

/** A branch of big leaves that comes in from a corner. */
export function branch(random: Random, from: Point, angle: number, color: string, size = 1): string {
  const cuts: string[] = [];
  let [x, y] = from;
  let turn = angle;
  const stem: Point[] = [[x, y]];
  for (let i = 0; i < 7; i++) {
    turn += random.between(-0.14, 0.14);
    x += Math.cos(turn) * 62 * size;
    y += Math.sin(turn) * 62 * size;
    stem.push([x, y]);
    for (const side of [-1, 1])
      cuts.push(leaf([x, y], turn + side * random.between(0.7, 1.1), (128 - i * 9) * size, 25 * size));
  }
  return `${sheet(cuts.join(''), color, 0.9)}${line(curve(stem), shade(color, 0.3), 5 * size)}`;
}
