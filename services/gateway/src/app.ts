import cookie from '@fastify/cookie';
import { type Locale, REQUEST_BYTES } from '@heartline/contracts';
import { CALLS } from '@heartline/contracts/registry';
import { isOutage } from '@heartline/platform';
import { type FastifyInstance, fastify, LogController } from 'fastify';
import type { AppDeps } from './app-deps.ts';
import { sendRefusal } from './http/answer.ts';
import { chosenLocale } from './http/locale.ts';
import { addBodyParser } from './plugins/bodies.ts';
import { addCalls } from './plugins/calls.ts';
import { addCampaignFiles } from './plugins/campaign-files.ts';
import { addDocs } from './plugins/docs.ts';
import { addErrorHandler } from './plugins/errors.ts';
import { addExportFile } from './plugins/export-file.ts';
import { addHealth } from './plugins/health.ts';
import { addMailOff } from './plugins/mail-off.ts';
import { addMedia } from './plugins/media.ts';
import { addMethodGuard } from './plugins/methods.ts';
import { addHttpMetrics } from './plugins/metrics.ts';
import { addPaymentReturn } from './plugins/payment-return.ts';
import { addPressureGuard } from './plugins/pressure.ts';
import { addProxyNotice } from './plugins/proxy-notice.ts';
import { addReceiptFile } from './plugins/receipt-file.ts';
import { addRequestLog } from './plugins/request-log.ts';
import { addSearchEngineFiles } from './plugins/search-engines.ts';
import { addSecurityHeaders } from './plugins/security-headers.ts';
import { addStatementFile } from './plugins/statement-file.ts';
import { addWebApp } from './plugins/web-app.ts';
import { addDevTools } from './routes/dev-tools.ts';
import { ROUTES } from './routes/index.ts';

type GivenDeps = Omit<AppDeps, 'calls' | 'routes'> & Partial<Pick<AppDeps, 'calls' | 'routes'>>;

/**
 * Builds the HTTP side without listening. Rejects when a contract has no handler, or two, naming each.
 * `calls` and `routes` are those of the whole house unless a test gives its own.
 */
export async function createApp(given: GivenDeps): Promise<FastifyInstance> {
  const deps: AppDeps = { calls: CALLS, routes: ROUTES, ...given };
  const { config } = deps;
  const app = fastify({
    loggerInstance: deps.logger,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger of its own for each request costs more than the few lines it would be used for: they name it themselves.
    childLoggerFactory: (logger) => logger,
    bodyLimit: REQUEST_BYTES,
    // The first hop is the one that connects to us; only so many are believed about the one before them.
    trustProxy: config.trustedProxyHops > 0 && ((_address, hop) => hop < config.trustedProxyHops),
    requestTimeout: 45_000,
    ...(deps.httpServer && { serverFactory: deps.httpServer.answerWith }),
    requestIdHeader: false,
    genReqId: () => deps.ids.uuid(),
    routerOptions: { ignoreTrailingSlash: false, caseSensitive: true },
    frameworkErrors: (_error, _request, reply) => void sendRefusal(reply, 'en', { code: 'NOT_FOUND' }),
    // Requests that arrive while the server closes get a normal answer: the app closes after the server.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  });
  app.decorateRequest('locale', 'en');
  app.decorateRequest('isPage', false);
  await app.register(cookie);
  app.addHook('onRequest', (request, reply, done) => {
    request.locale = chosenLocale(request) ?? 'en';
    reply.header('x-request-id', request.id);
    if (deps.isDraining?.()) reply.header('connection', 'close');
    done();
  });
  addErrorHandler(app, isOutage);
  addRequestLog(app);
  addProxyNotice(app, config);
  addHttpMetrics(app, deps.metrics);
  await addSecurityHeaders(app, config);
  await addPressureGuard(app, config);
  addBodyParser(app);
  addMethodGuard(app);
  addHealth(app, deps.ready);
  addMedia(app, deps);
  await addCampaignFiles(app, deps);
  addExportFile(app, deps);
  addStatementFile(app, deps);
  addReceiptFile(app, deps);
  addMailOff(app, deps);
  addCalls(app, deps);
  addPaymentReturn(app);
  if (config.devTools) addDevTools(app);
  if (config.mode === 'development') addDocs(app);
  addSearchEngineFiles(app, deps);
  await addWebApp(app, deps);
  return app;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Language of the answer: what the visitor chose until the site and country are known. */
    locale: Locale;
  }
}
