import helmet from '@fastify/helmet';
import { type FastifyInstance, fastify } from 'fastify';
import type { GatewayConfig } from '../config.ts';

/**
 * Security headers of our pages: only our own scripts, no inline ones, no strings as code (Trusted Types), no frames. Over
 * plain HTTP, in development, no header asks for HTTPS.
 */
export async function addSecurityHeaders(app: FastifyInstance, config: GatewayConfig): Promise<void> {
  const ofPages = await headersOf(config);
  const ofCalls = headersOfCalls(ofPages);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.url.startsWith(CALLS) ? ofCalls : ofPages);
    done();
  });
}

const CALLS = '/api/';

/** An answer in JSON is no page: it may do nothing at all, which takes a tenth of the words. */
function headersOfCalls(ofPages: Record<string, string>): Record<string, string> {
  const stored = new Set([
    'strict-transport-security',
    'x-content-type-options',
    'referrer-policy',
    'cross-origin-resource-policy',
  ]);
  return {
    ...Object.fromEntries(Object.entries(ofPages).filter(([name]) => stored.has(name))),
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  };
}

/** The headers of every answer, asked from helmet once: it would build the same policy again for each request. */
async function headersOf(config: GatewayConfig): Promise<Record<string, string>> {
  const overHttps = config.publicOrigin.startsWith('https:');
  const probe = fastify();
  await probe.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // React Aria adds one <style> element for touch handling; style attributes are set by script.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...socketOrigins(config.allowedOrigins)],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
        ...(overHttps && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: overHttps && { maxAge: 31_536_000, includeSubDomains: true },
    referrerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-site' },
    xFrameOptions: { action: 'deny' },
  });
  probe.get('/', async (_request, reply) => reply.code(204).send());
  const { headers } = await probe.inject('/');
  await probe.close();
  const ofEachAnswer = new Set(['date', 'connection']);
  return {
    ...(Object.fromEntries(Object.entries(headers).filter(([name]) => !ofEachAnswer.has(name))) as Record<
      string,
      string
    >),
    'permissions-policy': 'camera=(), microphone=(), geolocation=(self), payment=(self)',
  };
}

/** Browsers that read `'self'` literally need the socket’s scheme by name. */
function socketOrigins(origins: ReadonlySet<string>): string[] {
  return [...origins].map((origin) => origin.replace(/^http/, 'ws'));
}
