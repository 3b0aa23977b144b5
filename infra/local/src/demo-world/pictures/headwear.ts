import { shade, tint } from './colors.ts';
import { blob, disc, line, points, shadow } from './paper.ts';

export type Headwear = 'beanie' | 'sunhat' | 'headphones';

/** A knitted cap with a rolled rim. */
function beanie(color: string): string {
  const crown = 'M232 420C214 250 360 150 500 150C650 150 756 262 744 428Z';
  const rim = blob(points('206,400 330,352 500,338 660,356 768,402 764,470 640,428 490,414 330,430 216,474'));
  const ribs = [270, 350, 430, 510, 590, 670].map((x) =>
    line(
      `M${x} 410C${x + 10} 300 ${480 + (x - 480) * 0.5} 220 ${490 + (x - 490) * 0.2} 165`,
      shade(color, 0.3),
      6,
      'stroke-opacity=".4"',
    ),
  );
  return `${disc(494, 140, 52, tint(color, 0.4))}${shadow(crown, 44)}<path d="${crown}" fill="${color}"/>${ribs.join('')}${shadow(rim, 33)}<path d="${rim}" fill="${tint(color, 0.22)}"/>`;
}

/** A straw hat with a wide brim and a ribbon. */
function sunhat(color: string): string {
  const straw = '#e6c483';
  const brim = blob(points('60,400 240,316 500,290 760,312 930,396 760,424 500,402 240,430'));
  const crown = 'M250 356C240 210 360 120 500 120C640 120 748 212 742 350C600 312 390 312 250 356Z';
  return `${shadow(brim, 55)}<path d="${brim}" fill="${shade(straw, 0.1)}"/><path d="${crown}" fill="${straw}"/><path d="M250 356C390 312 600 312 742 350L738 292C600 256 390 256 252 300Z" fill="${color}"/>`;
}

function headphones(color: string): string {
  return `${line('M252 560C190 330 330 160 500 158C600 158 690 220 716 330', shade(color, 0.35), 34)}${line('M252 560C190 330 330 160 500 158C600 158 690 220 716 330', color, 22)}${shadow(
    blob(points('190,500 250,480 296,550 280,650 220,660 186,590')),
    40,
  )}<path d="${blob(points('190,500 250,480 296,550 280,650 220,660 186,590'))}" fill="${color}"/>`;
}

/** A hat or headphones over the hair, in lorelei's units. */
export function drawHeadwear(kind: Headwear, color: string): string {
  return { beanie, sunhat, headphones }[kind](color);
}
