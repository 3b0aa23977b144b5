import { mix, shade, tint } from './colors.ts';
import { type Face, skinShade } from './face.ts';
import type { Look } from './look.ts';
import type { Outfit } from './outfit.ts';
import { blob, curve, line, points, shadow } from './paper.ts';

/** The position of a figure: the middle of the face on the canvas, size of one lorelei unit, turn in degrees. */
export type Stance = { x: number; y: number; scale: number; turn: number; mirrored: boolean };

/** The middle of every lorelei face, in its own units. */
const FACE = { x: 505, y: 540 };

/** Light from the right side, warmth in the cheeks, the shadow of the chin on the neck, years around the eyes. */
function modelling(face: Face, look: Look): string {
  const warm = mix(face.skin, '#d8483f', 0.5);
  const dark = skinShade(face.skin);
  const chin = blob(points('290,716 430,766 560,780 680,758 650,830 560,880 430,886 300,830'));
  const beard = blob(points('318,600 400,640 500,640 580,612 720,600 730,720 640,770 520,770 380,735'));
  return [
    `<radialGradient id="face-b"><stop offset="0" stop-color="${warm}" stop-opacity=".5"/><stop offset="1" stop-color="${warm}" stop-opacity="0"/></radialGradient>`,
    `<linearGradient id="face-f" x1="0" x2="1" y1=".2" y2="0"><stop offset="0" stop-color="${dark}" stop-opacity=".75"/><stop offset=".5" stop-color="${dark}" stop-opacity="0"/><stop offset="1" stop-color="${tint(face.skin, 0.6)}" stop-opacity=".5"/></linearGradient>`,
    `<rect x="150" y="200" width="640" height="800" fill="url(#face-f)"/>`,
    `<path d="${chin}" fill="${dark}" fill-opacity=".85"/>`,
    `<ellipse cx="425" cy="588" rx="88" ry="66" fill="url(#face-b)"/><ellipse cx="672" cy="578" rx="62" ry="60" fill="url(#face-b)"/>`,
    look.stubble > 0
      ? `<linearGradient id="face-t" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${look.hair}" stop-opacity="0"/><stop offset=".5" stop-color="${look.hair}" stop-opacity="${look.stubble.toFixed(2)}"/></linearGradient><path d="${beard}" fill="url(#face-t)"/>`
      : '',
  ].join('');
}

function years(look: Look): string {
  const fold = 'stroke-opacity=".42"';
  const stroke = (d: string) => line(d, look.ink, 6, fold);
  return look.lines
    ? stroke(curve(points('372,498 352,490 340,476'))) +
        stroke(curve(points('374,512 352,514 336,508'))) +
        stroke(curve(points('505,596 486,622 480,648')))
    : '';
}

/** Light on the crown and shadow in the ends of the hair, cut to its shape. */
function sheen(d: string, color: string, id: string): string {
  const light = tint(color, 0.3);
  const dark = shade(color, 0.28);
  return `<clipPath id="${id}"><path d="${d}" clip-rule="evenodd"/></clipPath><linearGradient id="${id}g" x1=".75" y1="0" x2=".3" y2="1"><stop offset="0" stop-color="${light}" stop-opacity=".55"/><stop offset=".4" stop-color="${light}" stop-opacity="0"/><stop offset="1" stop-color="${dark}" stop-opacity=".6"/></linearGradient><g clip-path="url(#${id})"><rect x="60" y="80" width="860" height="1000" fill="url(#${id}g)"/></g>`;
}

/** A path that may follow another one: its first move counts from the corner of the sheet. */
const standalone = (d: string) => d.replace(/^m\s*(-?[\d.]+)[\s,]*(-?[\d.]+)/, 'M$1 $2m0 0');

/** A person: shadow on the scene, body, head, hair, hat, hands, in that order of paper. */
export function drawFigure(options: {
  face: Face;
  look: Look;
  outfit: Outfit;
  stance: Stance;
  hat?: string;
  hands?: string;
}): string {
  const { face, look, outfit, stance, hat = '', hands = '' } = options;
  const { x, y, scale, turn, mirrored } = stance;
  const place = `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${mirrored ? -scale : scale} ${scale}) translate(${-FACE.x} ${-FACE.y})`;
  const tilt = `rotate(${turn.toFixed(1)} 455 880)`;
  const head: string[] = [];
  for (const [i, path] of face.paths.entries()) {
    head.push(`<path d="${path.d}" fill="${path.fill}" fill-rule="evenodd"/>`);
    if (path.part === 'hair') head.push(sheen(path.d, path.fill, `hair${i}`));
    if (path.part !== 'skin') continue;
    head.push(
      `<clipPath id="s"><path d="${path.d}"/></clipPath><g clip-path="url(#s)">${modelling(face, look)}</g>`,
      years(look),
      `<g clip-path="url(#s)"><g transform="rotate(${(-turn).toFixed(1)} 455 880)">${outfit.tuck}</g></g>`,
      `<g transform="rotate(${(-turn).toFixed(1)} 455 880)">${outfit.over}</g>`,
    );
  }
  const outline = face.paths.filter((path) => path.part === 'hair' || path.part === 'skin');
  const reach = 82 / Math.sqrt(scale);
  return [
    `<g transform="${place}">`,
    shadow(outfit.silhouette, reach, 0.03, 9),
    `<g transform="${tilt}">${shadow(outline.map(({ d }) => standalone(d)).join(''), reach, 0.03, 9)}</g>`,
    outfit.behind,
    `<g transform="${tilt}">${head.join('')}${hat}</g>`,
    hands,
    '</g>',
  ].join('');
}
