type Rgb = readonly [number, number, number];

function parse(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function format(rgb: Rgb): string {
  return `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

/** `share` of the way from colour `a` to colour `b`, both `#rrggbb`. */
export function mix(a: string, b: string, share: number): string {
  const [from, to] = [parse(a), parse(b)];
  return format([0, 1, 2].map((i) => (from[i] ?? 0) + ((to[i] ?? 0) - (from[i] ?? 0)) * share) as never);
}

/** Darker towards a warm plum, never towards grey. */
export const shade = (color: string, share: number) => mix(color, '#2a1226', share);

/** Lighter towards warm paper, never towards plain white. */
export const tint = (color: string, share: number) => mix(color, '#fff3e0', share);

/** 0 (black) to 1 (white), as the eye weighs it. */
export function lightness(color: string): number {
  const [r, g, b] = parse(color);
  return (0.299 * r + 0.587 * g + 0.114 * b) / 255;
}
