import { open } from 'node:fs/promises';
import { join } from 'node:path';
// Imported by its own path, because the decoding process loads no schemas.
import { type BoundsFault, boundsFault, type PhotoBounds } from '@heartline/contracts/photo-bounds';
import sharp, { type Sharp } from 'sharp';

/**
 * The stored forms of a picture. `original`: the whole upright picture, visible to its owner only and the source of
 * crops. `blur`: shown to members for whom the picture is locked; nothing is recognisable.
 */
export const PICTURE_SIZES = ['large', 'thumb', 'blur', 'original'] as const;
export type PictureSize = (typeof PICTURE_SIZES)[number];

/** A box in pixels of the original. */
export interface PictureBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Width and height in pixels. */
export interface PictureExtent {
  width: number;
  height: number;
}

/** Faults of a picture: unreadable, too many pixels, out of its bounds, or a box that is not inside it. */
export type PictureFault = 'unreadable' | 'too-large' | BoundsFault | 'box';

/** A refused picture. All other errors are unexpected. */
export class PictureRefused extends Error {
  override name = 'PictureRefused';
  readonly fault: PictureFault;

  constructor(fault: PictureFault) {
    super(`the picture was refused: ${fault}`);
    this.fault = fault;
  }
}

export interface PictureLimits {
  /** More pixels than a camera makes are an attack on memory. */
  pixels: number;
  /** Bounds of an upload. A stored picture is cropped again whatever its size. */
  bounds?: PhotoBounds | undefined;
}

const ORIGINAL_SIDE = 2_048;
const THUMB: PictureExtent = { width: 320, height: 400 };
/** Formats of browsers and cameras. SVG, PDF and video never reach a decoder. */
const FORMATS = new Set(['jpeg', 'png', 'webp', 'gif', 'heif']);

/** Disables all other decoders, and the caches that would keep a stranger's pixels in memory. */
export function tameSharp(): void {
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: [
      'VipsForeignLoadJpeg',
      'VipsForeignLoadPng',
      'VipsForeignLoadWebp',
      'VipsForeignLoadNsgif',
      'VipsForeignLoadHeif',
    ],
  });
}

/**
 * Decodes the file at `source` and writes all forms into the folder `target`. Returns the size of `large`. All forms
 * are re-encoded from pixels, so no EXIF, GPS, XMP, colour profile or hidden file of the upload remains.
 * @throws {PictureRefused} for an unreadable picture.
 */
export async function writeForms(
  source: string,
  target: string,
  box: PictureBox | null,
  limits: PictureLimits,
): Promise<PictureExtent> {
  const upright = await decode(source, limits);
  const whole = sharp(upright.data, { raw: upright.info });
  if (box && !isInside(box, upright.info)) throw new PictureRefused('box');
  const cut = box
    ? await whole
        .clone()
        .extract({ left: box.x, top: box.y, width: box.width, height: box.height })
        .raw()
        .toBuffer({ resolveWithObject: true })
    : upright;
  // One after the other, because parallel work would add up their memory.
  await writeForm(target, 'original', await whole.clone().webp({ quality: 88, effort: 1 }).toBuffer());
  const picture = () => sharp(cut.data, { raw: cut.info });
  const shown = await large(picture());
  await writeForm(target, 'large', shown.data);
  await writeForm(target, 'thumb', await thumb(picture(), cut.info));
  await writeForm(target, 'blur', await blur(picture(), cut.info.channels));
  return { width: shown.info.width, height: shown.info.height };
}

async function decode(source: string, { pixels, bounds }: PictureLimits) {
  try {
    const input = sharp(source, { limitInputPixels: pixels, animated: false, failOn: 'error' });
    const { format, width, height } = await input.metadata();
    if (!FORMATS.has(format)) throw new PictureRefused('unreadable');
    if (width * height > pixels) throw new PictureRefused('too-large');
    const fault = bounds && boundsFault({ width, height }, bounds);
    if (fault) throw new PictureRefused(fault);
    return await input
      .autoOrient()
      .resize({ width: ORIGINAL_SIDE, height: ORIGINAL_SIDE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .removeAlpha()
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
  } catch (error) {
    if (error instanceof PictureRefused) throw error;
    throw new PictureRefused(/pixel limit/.test(String(error)) ? 'too-large' : 'unreadable');
  }
}

function isInside({ x, y, width, height }: PictureBox, within: { width: number; height: number }): boolean {
  return x + width <= within.width && y + height <= within.height;
}

function large(picture: Sharp) {
  return picture
    .resize({ width: 1_280, height: 1_600, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82, effort: 3 })
    .toBuffer({ resolveWithObject: true });
}

/**
 * Crops the most interesting part before enlarging it. A line of 4,000 by 1 pixels enlarged first would be 1,600,000
 * pixels wide.
 */
async function thumb(picture: Sharp, { width, height }: PictureExtent): Promise<Buffer> {
  const scale = Math.min(1, width / THUMB.width, height / THUMB.height);
  const { data, info } = await picture
    .resize(Math.ceil(THUMB.width * scale), Math.ceil(THUMB.height * scale), {
      fit: 'cover',
      position: 'attention',
    })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: info })
    .resize({ ...THUMB, fit: 'fill' })
    .webp({ quality: 78 })
    .toBuffer();
}

/** Reduced to twelve pixels in width, then softened, so reversing the blur reveals nothing. */
async function blur(picture: Sharp, channels: 1 | 2 | 3 | 4): Promise<Buffer> {
  const tiny = await picture.resize(12, 15, { fit: 'cover' }).raw().toBuffer();
  return sharp(tiny, { raw: { width: 12, height: 15, channels } })
    .resize(320, 400, { kernel: 'cubic' })
    .blur(18)
    .webp({ quality: 40 })
    .toBuffer();
}

async function writeForm(folder: string, size: PictureSize, bytes: Buffer): Promise<void> {
  const file = await open(join(folder, `${size}.webp`), 'w');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}
