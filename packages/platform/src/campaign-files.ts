import { createHash, randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PictureRefused } from './pictures/picture-forms.ts';
import { createPicturePress } from './pictures/picture-press.ts';
import { createStorage } from './storage.ts';

/** Largest file of a picture, in bytes. */
export const CAMPAIGN_PICTURE_BYTES = 10_000_000;

/** A stored picture: its file name and its size in pixels. */
export interface CampaignPicture {
  name: string;
  width: number;
  height: number;
}

/** Folder of the pictures and videos of campaigns. Every file in it is public. */
export const campaignFolder = (mediaDir: string) => join(mediaDir, 'campaigns');

/** True for the name of a file of that folder. */
export const CAMPAIGN_FILE = /^[0-9a-f]{32}\.(?:webp|mp4|webm)$/;

/** The first bytes of a video name its kind. */
const VIDEO_HEAD_BYTES = 12;

/** Kind of a video by its first bytes; undefined for every other file. */
export function videoKind(bytes: Uint8Array): 'mp4' | 'webm' | undefined {
  if (bytes.length < VIDEO_HEAD_BYTES) return undefined;
  const first = Buffer.from(bytes.subarray(0, VIDEO_HEAD_BYTES));
  if (first.toString('latin1', 4, 8) === 'ftyp') return 'mp4';
  return first.readUInt32BE(0) === 0x1a_45_df_a3 ? 'webm' : undefined;
}

/**
 * Stores pictures and returns them in the same order. They are re-encoded from pixels. A file is named by its content, so
 * storing it again changes nothing.
 *
 * @throws {CampaignPictureRefused} for the first one that is not a picture; none is stored then.
 */
export async function addCampaignPictures(
  mediaDir: string,
  pictures: readonly Uint8Array[],
): Promise<CampaignPicture[]> {
  const press = createPicturePress();
  // Members' pictures never stand in the public folder, not even for a moment.
  const storage = createStorage(mediaDir, press);
  const pressed: { bytes: Buffer; width: number; height: number }[] = [];
  try {
    for (const [index, picture] of pictures.entries()) {
      const key = storage.newKey();
      try {
        const extent = await storage.putPicture(key, picture, CAMPAIGN_PICTURE_BYTES);
        const bytes = await storage.readPicture(key, 'large');
        if (bytes) pressed.push({ bytes, ...extent });
      } catch (error) {
        throw error instanceof PictureRefused ? new CampaignPictureRefused(index, error) : error;
      } finally {
        await storage.removePicture(key);
      }
    }
  } finally {
    press.close();
  }
  const stored: CampaignPicture[] = [];
  for (const { bytes, ...extent } of pressed)
    stored.push({ name: await addFile(mediaDir, bytes, 'webp'), ...extent });
  return stored;
}

/** The picture at this position was refused. */
export class CampaignPictureRefused extends Error {
  override name = 'CampaignPictureRefused';
  readonly index: number;

  constructor(index: number, cause: PictureRefused) {
    super(cause.message, { cause });
    this.index = index;
  }
}

/** Stores a video and returns its file name. */
export function addCampaignVideo(mediaDir: string, bytes: Uint8Array, kind: 'mp4' | 'webm'): Promise<string> {
  return addFile(mediaDir, bytes, kind);
}

async function addFile(mediaDir: string, bytes: Uint8Array, extension: string): Promise<string> {
  const folder = campaignFolder(mediaDir);
  await mkdir(folder, { recursive: true });
  const name = `${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.${extension}`;
  // Visitors never load half a file.
  const draft = join(folder, `${randomBytes(8).toString('hex')}.draft`);
  await writeFile(draft, bytes);
  await rename(draft, join(folder, name));
  return name;
}
