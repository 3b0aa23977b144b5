import type { Random } from '../random.ts';
import { shade, tint } from './colors.ts';

/** Units of every drawing: 4:5, the size of the full picture in pixels. */
export const WIDTH = 960;
export const HEIGHT = 1200;

export type Point = readonly [x: number, y: number];

/** Points in few characters: `x,y x,y …`. */
export const points = (list: string): Point[] =>
  list.split(' ').map((pair) => {
    const [x = 0, y = 0] = pair.split(',').map(Number);
    return [x, y];
  });

const n = (value: number) => String(Math.round(value * 10) / 10);

/** A smooth line through points (Catmull-Rom as cubic curves), without the leading `M`. */
function through(points: readonly Point[]): string {
  return points
    .slice(1)
    .map((to, i) => {
      const from = points[i] as Point;
      const before = points[i - 1] ?? from;
      const after = points[i + 2] ?? to;
      const c1 = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6] as const;
      const c2 = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6] as const;
      return `C${[...c1, ...c2, ...to].map(n).join(' ')}`;
    })
    .join('');
}

/** An open curve through points. */
export function curve(points: readonly Point[]): string {
  const [x, y] = points[0] as Point;
  return `M${n(x)} ${n(y)}${through(points)}`;
}

/** A closed blob through points. */
export function blob(points: readonly Point[]): string {
  const around = [...points.slice(-2), ...points, ...points.slice(0, 2)];
  const [x, y] = around[1] as Point;
  return `M${n(x)} ${n(y)}${through(around.slice(1, -1))}Z`;
}

/** A closed shape with straight cuts. */
export function polygon(points: readonly Point[]): string {
  return `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}Z`;
}

/** Land from edge to edge, its skyline around `y`, down to the bottom. */
export function land(random: Random, y: number, rise: number, waves: number): string {
  const points: Point[] = [];
  for (let i = 0; i <= waves; i++) {
    const lift = (i % 2 === 0 ? -1 : 1) * random.between(0.25, 1) * rise;
    points.push([(i / waves) * (WIDTH + 240) - 120, y + lift]);
  }
  return `${curve(points)}L${WIDTH + 120} ${HEIGHT + 60}L-120 ${HEIGHT + 60}Z`;
}

/** A rounded leaf from `from` towards `angle` (radians). */
export function leaf([x, y]: Point, angle: number, length: number, width: number): string {
  const tip: Point = [x + Math.cos(angle) * length, y + Math.sin(angle) * length];
  const side = (sign: number): Point => [
    x + Math.cos(angle) * length * 0.45 - Math.sin(angle) * width * sign,
    y + Math.sin(angle) * length * 0.45 + Math.cos(angle) * width * sign,
  ];
  const [a, b] = [side(1), side(-1)];
  return `M${n(x)} ${n(y)}Q${n(a[0])} ${n(a[1])} ${n(tip[0])} ${n(tip[1])}Q${n(b[0])} ${n(b[1])} ${n(x)} ${n(y)}Z`;
}

/**
 * The shadow a sheet throws on the one behind it: widening strokes instead of a blur, which costs librsvg five
 * times as much. `reach` is its width, `opacity` that of one of its `steps`.
 */
export function shadow(d: string, reach = 55, opacity = 0.034, steps = 6): string {
  const strokes = Array.from(
    { length: steps },
    (_, i) => `<path d="${d}" stroke-width="${n((reach * i) / (steps - 1))}" fill-opacity="${opacity}"/>`,
  );
  return `<g transform="translate(${n(reach * 0.13)} ${n(reach * 0.2)})" fill="#2a1226" stroke="#2a1226" stroke-opacity="${opacity}" stroke-linejoin="round">${strokes.join('')}</g>`;
}

/** One sheet of cut paper: shadow, the light that catches its edge, the sheet; many cuts may share a path. */
export function sheet(d: string, fill: string, lift = 1): string {
  return `${shadow(d, 55 * lift)}<path d="${d}" fill="none" stroke="#fff8ee" stroke-opacity=".34" stroke-width="3.4" stroke-linejoin="round"/><path d="${d}" fill="${fill}"/>`;
}

/** A vertical gradient as a paint for `fill`; put its definition in the picture before it is used. */
export function fade(id: string, top: string, bottom: string): string {
  return `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient>`;
}

/** Land whose paper is lighter at the skyline, as haze and distance make it. */
export function landSheet(id: string, d: string, color: string, lift = 1): string {
  return `<defs>${fade(id, tint(color, 0.14), shade(color, 0.12))}</defs>${sheet(d, `url(#${id})`, lift)}`;
}

/** A soft round light. */
export function glow(x: number, y: number, radius: number, color: string, opacity: number): string {
  const id = `g${n(x)}_${n(y)}_${n(radius)}`.replaceAll('.', 'd').replaceAll('-', 'm');
  return `<defs><radialGradient id="${id}"><stop offset="0" stop-color="${color}" stop-opacity="${opacity}"/><stop offset=".45" stop-color="${color}" stop-opacity="${n(opacity * 4) === '0' ? 0 : opacity * 0.42}"/><stop offset="1" stop-color="${color}" stop-opacity="0"/></radialGradient></defs><circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="url(#${id})"/>`;
}

export const rect = (x: number, y: number, w: number, h: number, fill: string, radius = 0, more = '') =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" rx="${radius}" fill="${fill}" ${more}/>`;

export const disc = (x: number, y: number, r: number, fill: string, more = '') =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}" ${more}/>`;

export const line = (d: string, color: string, width: number, more = '') =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;

/** The path of a rectangle, for sheets. */
export const box = (x: number, y: number, w: number, h: number) =>
  polygon([
    [x, y],
    [x + w, y],
    [x + w, y + h],
    [x, y + h],
  ]);
