import type { Core } from '@heartline/core';
import type { FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config.ts';

/**
 * The origin of the site's public addresses, such as `https://amora.example`: the host of the request if it is set up,
 * otherwise the installation's. A page never repeats a host that nobody set up.
 */
export async function siteOrigin(
  core: Pick<Core, 'site'>,
  config: Pick<GatewayConfig, 'publicOrigin'>,
  request: FastifyRequest,
): Promise<string> {
  const { configured } = await core.site.settingsFor(request.hostname);
  const { protocol, port } = new URL(config.publicOrigin);
  const asked = `${protocol}//${request.host}`;
  if (!configured || !URL.canParse(asked)) return config.publicOrigin;
  const own = new URL(asked);
  // Any other port was typed into the request.
  if (own.port !== port) own.port = '';
  return own.origin;
}
