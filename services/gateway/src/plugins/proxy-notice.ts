import type { FastifyInstance } from 'fastify';
import type { GatewayConfig } from '../config.ts';

/**
 * Warns once when X-Forwarded-For arrives and no proxy is trusted. Behind an untrusted proxy all members would share the
 * limits and the country of its address.
 */
export function addProxyNotice(
  app: FastifyInstance,
  { mode, trustedProxyHops }: Pick<GatewayConfig, 'mode' | 'trustedProxyHops'>,
): void {
  if (mode !== 'production' || trustedProxyHops > 0) return;
  let isSaid = false;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isSaid && request.headers['x-forwarded-for'] !== undefined) {
      isSaid = true;
      app.log.warn(
        { fix: 'set TRUSTED_PROXY_HOPS to how many proxies of yours stand in front' },
        'X-Forwarded-For ignored: TRUSTED_PROXY_HOPS is 0',
      );
    }
    done();
  });
}
