import { mkdir } from 'node:fs/promises';
import fastifyStatic from '@fastify/static';
import { CAMPAIGN_FILE, campaignFolder } from '@heartline/platform';
import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../app-deps.ts';

/**
 * `/campaign-media/…`: pictures and videos of campaigns on landers, for everyone. A file is named by its content and
 * never changes. Videos answer ranges, which Safari needs to play one.
 */
export async function addCampaignFiles(
  app: FastifyInstance,
  { config }: Pick<AppDeps, 'config'>,
): Promise<void> {
  const root = campaignFolder(config.mediaDir);
  await mkdir(root, { recursive: true });
  await app.register(fastifyStatic, {
    root,
    prefix: '/campaign-media/',
    decorateReply: false,
    allowedPath: (path) => CAMPAIGN_FILE.test(path.slice(1)),
    cacheControl: false,
    index: false,
    setHeaders: (reply) => {
      reply.header('cache-control', 'public, max-age=31536000, immutable');
    },
  });
}
