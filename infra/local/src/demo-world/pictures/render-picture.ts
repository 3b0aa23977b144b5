import { mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { createRandom } from '../random.ts';
import type { PictureFiles } from './picture-files.ts';

const WIDTH = 960;
const HEIGHT = 1200;
const GRAIN_STRENGTH = 10;

/** One channel of paper grain, soft enough to survive compression: noise averaged with its neighbours. */
function weaveGrain(): Int8Array {
  const random = createRandom('grain');
  const fine = Float32Array.from({ length: WIDTH * HEIGHT }, () => random.next() + random.next() - 1);
  const at = (i: number) => fine[(i + fine.length) % fine.length] ?? 0;
  return Int8Array.from(fine, (value, i) =>
    Math.round((value * 0.5 + at(i - 1) * 0.5 + at(i - WIDTH) * 0.4 + at(i + 1) * 0.2) * GRAIN_STRENGTH),
  );
}
let grain: Int8Array | undefined;

/** Presses grain into the pixels; `shift` keeps two pictures from sharing the same paper. */
function addGrain(pixels: Buffer, channels: number, shift: number): void {
  grain ??= weaveGrain();
  for (let p = 0, i = 0; i < pixels.length; p++, i += channels) {
    const add = grain[(p + shift) % grain.length] ?? 0;
    for (let c = 0; c < 3; c++) {
      const value = (pixels[i + c] ?? 0) + add;
      pixels[i + c] = value < 0 ? 0 : value > 255 ? 255 : value;
    }
  }
}

/** A file appears whole or not at all, also where two houses draw the same one. */
async function place(path: string, bytes: Buffer): Promise<void> {
  const part = `${path}.${process.pid}.part`;
  await writeFile(part, bytes);
  await rename(part, path);
}

/** True when all files of a picture are in `dir`. */
export async function isDrawn(dir: string, files: PictureFiles): Promise<boolean> {
  const found = await Promise.all(
    Object.values(files).map((name) => stat(join(dir, name)).catch(() => null)),
  );
  return found.every((entry) => entry !== null && entry.size > 0);
}

/**
 * Turns a drawing into its four webp files in `dir`. The full one is written last: where it is, the others are.
 * No metadata is written, so there is no EXIF to leak.
 */
export async function renderPicture(options: {
  svg: string;
  dir: string;
  files: PictureFiles;
  /** Fewer pixels and no grain: for the stand-in of the first seconds. */
  quick?: boolean;
}): Promise<void> {
  const { svg, dir, files, quick = false } = options;
  await mkdir(dir, { recursive: true });
  const size = quick ? { width: 480, height: 600 } : { width: WIDTH, height: HEIGHT };
  const drawn = await sharp(Buffer.from(svg))
    .resize(size)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { channels } = drawn.info;
  if (!quick) addGrain(drawn.data, channels, (svg.length * 7919) % (WIDTH * HEIGHT));
  const picture = () => sharp(drawn.data, { raw: { ...size, channels } });
  const encode = (pipeline: Sharp, quality: number) =>
    pipeline.webp({ quality, effort: quick ? 0 : 2, smartSubsample: false }).toBuffer();
  await place(join(dir, files.card), await encode(picture().resize(480, 600), 74));
  await place(join(dir, files.thumb), await encode(picture().resize(96, 120), 70));
  await place(
    join(dir, files.locked),
    await encode(
      sharp(await picture().resize(12, 15).png().toBuffer())
        .resize(96, 120, { kernel: 'cubic' })
        .blur(6),
      60,
    ),
  );
  await place(join(dir, files.full), await encode(picture(), 75));
}
