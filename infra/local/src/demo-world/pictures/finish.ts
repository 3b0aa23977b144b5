import type { Random } from '../random.ts';
import type { Palette } from './palettes.ts';
import { HEIGHT, rect, WIDTH } from './paper.ts';

/** The word "demo" in one line, because no font is sure to be there. */
const DEMO_MARK =
  'M16 10C9 6 2 10 2 16C2 22 12 23 16 12L18 -8L16 16C17 21 22 19 26 14C31 8 36 12 32 15C29 17 25 16 25 18C27 23 34 20 38 15L41 9L40 21C41 13 46 8 48 10C50 12 47 18 48 21C49 13 53 8 56 10C58 12 55 18 57 20C60 21 63 18 65 14C67 8 75 8 75 14C75 21 66 22 65 15C65 12 68 10 72 10';

export const DEMO_SIGN = `<path transform="translate(866 1158)" d="${DEMO_MARK}" fill="none" stroke="#fff8ee" stroke-opacity=".78" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round"/>`;

/** Light from one side over everything, depth towards the corners, and the mark of the demo world. */
export function finish(palette: Palette, random: Random): string {
  const right = random.chance(0.5);
  return [
    `<defs><linearGradient id="li" x1="${right ? 1 : 0}" y1="0" x2="${right ? 0.1 : 0.9}" y2="1"><stop offset="0" stop-color="${palette.sun}" stop-opacity=".3"/><stop offset=".5" stop-color="${palette.sun}" stop-opacity="0"/><stop offset="1" stop-color="#2a1226" stop-opacity=".15"/></linearGradient><radialGradient id="vi" cy=".45" r=".78"><stop offset=".6" stop-color="#2a1226" stop-opacity="0"/><stop offset="1" stop-color="#2a1226" stop-opacity=".16"/></radialGradient></defs>`,
    rect(0, 0, WIDTH, HEIGHT, 'url(#li)'),
    rect(0, 0, WIDTH, HEIGHT, 'url(#vi)'),
    DEMO_SIGN,
  ].join('');
}
