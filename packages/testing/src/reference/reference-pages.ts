import { fileURLToPath } from 'node:url';
import { adminSchema } from '@heartline/admin';
import { CALLS, INBOUND_EVENTS, JOBS, OUTBOUND_EVENTS } from '@heartline/contracts/registry';
import { buildConfigurationPage, buildEnvExample, gatewaySchema } from '@heartline/gateway';
import { engineSchema } from '@heartline/local/engines';
import { placeSchema } from '@heartline/local/place-settings';
import { workerSchema } from '@heartline/worker';
import { buildDataModelPage } from '../data-model/data-model-page.ts';
import { buildEventReference } from './event-reference.ts';
import { buildOpenApi } from './openapi.ts';
import { buildPaymentProtocol } from './payment-protocol.ts';

/** The top of the repository. */
export const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** Every page made from contracts, settings and models, by its path from the top of the repository. */
export function referencePages(): Record<string, string> {
  const services = [
    { service: 'gateway', schema: gatewaySchema },
    { service: 'worker', schema: workerSchema },
  ];
  return {
    'infra/reference/openapi.json': `${JSON.stringify(buildOpenApi(byName(CALLS)), null, 2)}\n`,
    'infra/reference/payment-protocol.openapi.json': `${JSON.stringify(buildPaymentProtocol(), null, 2)}\n`,
    'infra/reference/events.md': buildEventReference(
      byName(INBOUND_EVENTS),
      byName(OUTBOUND_EVENTS),
      byName(JOBS),
    ),
    'infra/reference/configuration.md': buildConfigurationPage([
      ...services,
      { service: '`npm run admin`', schema: adminSchema },
      { service: '`npm start`', schema: placeSchema },
      { service: '`npm start`', schema: engineSchema.omit({ CHROMIUM_PATH: true }) },
      { service: '`npm test`', schema: engineSchema.pick({ XDG_CACHE_HOME: true, CHROMIUM_PATH: true }) },
    ]),
    'infra/reference/.env.example': buildEnvExample(services),
    'docs/data-model.md': buildDataModelPage(),
  };
}

/** The order of a module's exports differs between loaders, so calls are sorted by name. */
function byName<C extends { name: string }>(contracts: readonly C[]): C[] {
  return contracts.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
