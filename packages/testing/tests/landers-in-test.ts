import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WorldHere } from '@heartline/testing';
import { adminOf } from '@heartline/testing/admin';
import sharp from 'sharp';

export const WHY = ['--reason', 'Spring campaign of the partner'] as const;

const LANGUAGES = ['en', 'nl', 'de', 'es', 'fr', 'it', 'pl'];

/** Words of a campaign in every language. */
export const textsOf = (headline: string) =>
  Object.fromEntries(LANGUAGES.map((language) => [language, { headline: `${headline} (${language})` }]));

/** A campaign that may be set up; `changes` take the place of its parts. */
export const campaignOf = (changes: Record<string, unknown> = {}) => ({
  lander: 'gallery',
  slug: 'summer',
  variants: [
    { name: 'a', weight: 60, texts: textsOf('Meet tonight') },
    { name: 'b', weight: 40, texts: textsOf('Someone to write to') },
  ],
  ...changes,
});

/** A file that begins as an mp4 does. */
const MP4 = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom'), Buffer.alloc(2_000)]);

/** A folder with the files of campaigns, and `npm run admin` of an operator who sets them up. */
export async function createCampaigns(world: WorldHere) {
  const folder = await mkdtemp(join(tmpdir(), 'campaigns-'));
  const create = { width: 640, height: 800, channels: 3, background: '#8a2c4f' } as const;
  await writeFile(join(folder, 'one.jpg'), await sharp({ create }).jpeg().toBuffer());
  await writeFile(join(folder, 'loop.mp4'), MP4);
  await writeFile(join(folder, 'huge.mp4'), Buffer.concat([MP4, Buffer.alloc(60_000_000)]));
  await writeFile(join(folder, 'cut.mp4'), MP4.subarray(0, 3));
  await writeFile(join(folder, 'drawn.mp4'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(folder, 'drawn.jpg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  const admin = adminOf(world, { MEDIA_DIR: world.mediaDir });
  return {
    admin,
    /** Runs `admin landers set` on this file. */
    async set(campaign: unknown, site = 'default') {
      const file = join(folder, 'campaign.json');
      await writeFile(file, JSON.stringify(campaign));
      const ran = await admin('landers', 'set', file, '--site', site, ...WHY);
      // Gateways read campaigns again after 5 s.
      world.clock.advance(5_001);
      return ran;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
