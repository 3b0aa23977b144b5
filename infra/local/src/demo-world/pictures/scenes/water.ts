import type { Random } from '../../random.ts';
import { mix, shade, tint } from '../colors.ts';
import { curve, land, landSheet, line, type Point, polygon, rect, sheet } from '../paper.ts';
import { blades, clouds, sky } from './nature.ts';
import type { DrawScene } from './scene.model.ts';

function waves(random: Random, y: number, depth: number): string {
  const points: Point[] = [];
  for (let i = 0; i <= 16; i++)
    points.push([-60 + i * 70, y + (i % 2 ? depth : -depth) * random.between(0.5, 1)]);
  return `${curve(points)}L1100 1260L-100 1260Z`;
}

export const sea: DrawScene = (kit) => {
  const { random, palette } = kit;
  const [far, mid, near, deep, dark] = palette.layers;
  const horizon = random.between(470, 600);
  const left = random.chance(0.5);
  const coast = land(random, horizon - 26, 42, 4);
  const boatX = left ? random.between(640, 800) : random.between(150, 320);
  const boat = `${sheet(
    polygon([
      [boatX, horizon - 150],
      [boatX, horizon + 22],
      [boatX - 88, horizon + 12],
    ]),
    tint(palette.sun, 0.4),
    0.5,
  )}${sheet(
    polygon([
      [boatX + 9, horizon - 118],
      [boatX + 9, horizon + 22],
      [boatX + 66, horizon + 14],
    ]),
    palette.accent,
    0.5,
  )}${sheet(`M${boatX - 92} ${horizon + 30}L${boatX + 84} ${horizon + 30}L${boatX + 52} ${horizon + 66}L${boatX - 62} ${horizon + 66}Z`, dark, 0.5)}`;
  const glitter = Array.from({ length: 16 }, (_, i) =>
    rect(
      random.between(300, 660),
      horizon + 34 + i * 15,
      random.between(30, 150),
      5,
      palette.sun,
      2.5,
      'fill-opacity=".42"',
    ),
  ).join('');
  const sail = kit.crop === 'small';
  return {
    back: [
      sky(kit, horizon),
      clouds(kit, 2, horizon - 90),
      landSheet('coast', coast, mix(far, palette.sky[1], 0.45), 0.6),
      landSheet('w1', waves(random, horizon + 20, 5), far, 0.5),
      glitter,
      boat,
      landSheet('w2', waves(random, horizon + 130, 13), mid, 0.9),
      landSheet('w3', waves(random, horizon + 260, 18), near, 1.1),
    ].join(''),
    front: sail
      ? `${sheet(`M110 985C380 1030 640 1030 880 975C850 1090 800 1160 740 1230L240 1230C180 1160 140 1080 110 985Z`, palette.accent, 1.3)}${line('M128 1012C390 1054 640 1054 868 1002', tint(palette.accent, 0.5), 9)}${landSheet('w4', waves(random, 1130, 22), deep, 1.2)}`
      : landSheet('w4', waves(random, 1120, 24), deep, 1.3),
    stand: { x: left ? 400 : 560, y: 690, scale: 0.37 },
  };
};

export const beach: DrawScene = (kit) => {
  const { random, palette } = kit;
  const [far, mid] = palette.layers;
  const sand = mix('#f4dfb6', palette.sky[1], 0.22);
  const horizon = random.between(430, 520);
  const right = random.chance(0.5);
  const px = right ? 720 : 240;
  const canopy = `M${px - 250} ${horizon + 20}C${px - 230} ${horizon - 160} ${px - 70} ${horizon - 230} ${px} ${horizon - 232}C${px + 70} ${horizon - 230} ${px + 230} ${horizon - 160} ${px + 250} ${horizon + 20}C${px + 190} ${horizon - 30} ${px + 120} ${horizon - 30} ${px + 84} ${horizon + 14}C${px + 40} ${horizon - 28} ${px - 40} ${horizon - 28} ${px - 84} ${horizon + 14}C${px - 120} ${horizon - 30} ${px - 190} ${horizon - 30} ${px - 250} ${horizon + 20}Z`;
  const stripe = (a: number, b: number) =>
    `<path d="M${px} ${horizon - 232}C${px + a * 0.6} ${horizon - 200} ${px + a} ${horizon - 110} ${px + a} ${horizon + 4}L${px + b} ${horizon + 4}C${px + b} ${horizon - 110} ${px + b * 0.6} ${horizon - 200} ${px} ${horizon - 232}Z" fill="${tint(palette.sun, 0.5)}" fill-opacity=".9"/>`;
  return {
    back: [
      sky(kit, horizon),
      clouds(kit, 2, horizon - 60),
      landSheet('b1', waves(random, horizon, 3), far, 0.6),
      landSheet('b2', waves(random, horizon + 90, 9), mid, 0.8),
      landSheet('b3', land(random, horizon + 190, 26, 3), tint(palette.sun, 0.5), 0.5),
      landSheet('b4', land(random, horizon + 214, 30, 3), sand, 0.5),
      line(`M${px} ${horizon - 220}L${px + 36} 1040`, shade(sand, 0.5), 13),
      sheet(canopy, palette.accent, 1.2),
      stripe(-200, -110),
      stripe(-40, 40),
      stripe(110, 200),
    ].join(''),
    front: `${landSheet('b5', land(random, 1060, 34, 3), mix(sand, palette.layers[2], 0.16), 1.1)}${blades(random, 1100, palette.leaf, 16)}`,
    stand: { x: right ? 370 : 590, y: 660, scale: 0.39 },
  };
};
