import {
  CAMPAIGN_LIMITS,
  type LanderCampaign,
  type LanderPicture,
  type LanderVideo,
} from '@heartline/contracts';
import { siteLocales } from '@heartline/i18n';
import {
  addCampaignPictures,
  addCampaignVideo,
  CampaignPictureRefused,
  videoKind,
} from '@heartline/platform';
import type { CoreDeps } from '../../core-deps.ts';
import type { Outcome } from '../../site/change-site.ts';
import type { SiteOfHost } from '../../site/index.ts';
import { type LanderRow, landerId, landersOf, type VariantRow } from './lander.model.ts';
import { readCampaign } from './lander-file.ts';

/** Reads a file that a campaign names, at most so many bytes of it; a sentence if that can't be done. */
export type OpenFile = (name: string, mostBytes: number) => Promise<Outcome<Uint8Array>>;

type Deps = Pick<CoreDeps, 'mongo' | 'clock' | 'config'>;

/**
 * Sets up a campaign from its file, or changes it. Everything is checked before anything is stored, and the campaign is
 * one write. Visitors see it within 5 s.
 */
export async function setLander(
  deps: Deps,
  site: SiteOfHost,
  { file, open, by, reason }: { file: unknown; open: OpenFile; by: string; reason: string },
): Promise<Outcome<LanderRow>> {
  const read = readCampaign(file, siteLocales(site.settings));
  if ('problem' in read) return read;
  const { lander, slug = '', language, variants } = read.campaign;
  const files = await openAll(variants, open);
  if ('problem' in files) return files;
  const stored = await storeAll(deps.config.mediaDir, files.done);
  if ('problem' in stored) return stored;
  const row: LanderRow = {
    _id: landerId(site.site, lander, slug),
    site: site.site,
    lander,
    slug,
    language: language ?? null,
    variants: variants.map((one) => rowOf(one, stored.done)),
    off: false,
    by,
    at: deps.clock.now(),
    reason,
  };
  const { _id, ...rest } = row;
  await landersOf(deps.mongo).replaceOne({ _id }, rest, { upsert: true });
  return { done: row };
}

type CampaignVariant = LanderCampaign['variants'][number];

/** The files of a campaign by name: each is read and stored once, however often it is named. */
interface OpenedFiles {
  pictures: Map<string, Uint8Array>;
  videos: Map<string, { bytes: Uint8Array; kind: 'mp4' | 'webm' }>;
}

async function openAll(variants: readonly CampaignVariant[], open: OpenFile): Promise<Outcome<OpenedFiles>> {
  const opened: OpenedFiles = { pictures: new Map(), videos: new Map() };
  for (const { pictures = [], video } of variants) {
    for (const name of new Set([...pictures, ...(video ? [video.poster] : [])])) {
      if (opened.pictures.has(name)) continue;
      const picture = await open(name, CAMPAIGN_LIMITS.pictureBytes);
      if ('problem' in picture) return picture;
      opened.pictures.set(name, picture.done);
    }
    if (!video || opened.videos.has(video.file)) continue;
    const read = await open(video.file, CAMPAIGN_LIMITS.videoBytes);
    if ('problem' in read) return read;
    const kind = videoKind(read.done);
    if (!kind)
      return {
        problem: `${video.file} holds no mp4 or webm video. Export it as one of these and try again.`,
      };
    opened.videos.set(video.file, { bytes: read.done, kind });
  }
  return { done: opened };
}

interface StoredFiles {
  pictures: Map<string, LanderPicture>;
  videos: Map<string, Omit<LanderVideo, 'poster'>>;
}

async function storeAll(mediaDir: string, files: OpenedFiles): Promise<Outcome<StoredFiles>> {
  const names = [...files.pictures.keys()];
  const stored: StoredFiles = { pictures: new Map(), videos: new Map() };
  try {
    const pictures = await addCampaignPictures(mediaDir, [...files.pictures.values()]);
    for (const [index, { name, ...extent }] of pictures.entries())
      stored.pictures.set(names[index] ?? '', { src: addressOf(name), ...extent });
  } catch (error) {
    if (!(error instanceof CampaignPictureRefused)) throw error;
    const name = names[error.index];
    return { problem: `${name} holds no picture, or one that is too large. Export it as jpg, png or webp.` };
  }
  for (const [name, { bytes, kind }] of files.videos) {
    const src = addressOf(await addCampaignVideo(mediaDir, bytes, kind));
    stored.videos.set(name, { src, type: `video/${kind}` });
  }
  return { done: stored };
}

const addressOf = (name: string) => `/campaign-media/${name}`;

function rowOf({ name, weight, texts, pictures, video }: CampaignVariant, stored: StoredFiles): VariantRow {
  const pictureOf = (file: string) => stored.pictures.get(file) as LanderPicture;
  const loop = video && stored.videos.get(video.file);
  return {
    name,
    weight,
    texts: texts ?? {},
    pictures: (pictures ?? []).map(pictureOf),
    video: video && loop ? { ...loop, poster: pictureOf(video.poster) } : null,
  };
}

/** Ends a campaign: its address shows the lander's own words, and visits are still counted under its name. */
export async function endLander(
  { mongo, clock }: Pick<CoreDeps, 'mongo' | 'clock'>,
  id: string,
  editor: { by: string; reason: string },
): Promise<Outcome<true>> {
  const { matchedCount } = await landersOf(mongo).updateOne(
    { _id: id, off: false },
    { $set: { off: true, ...editor, at: clock.now() } },
  );
  return matchedCount === 1 ? { done: true } : { problem: 'There is no such campaign that is on.' };
}
