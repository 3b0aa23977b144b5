import { fileURLToPath } from 'node:url';
import { adminSchema } from '@heartline/admin';
import { CALLS, INBOUND_EVENTS, JOBS, OUTBOUND_EVENTS } from '@heartline/contracts/registry';
import { buildConfigurationPage, buildEnvExample, gatewaySchema } from '@heartline/gateway';
import { engineSchema } from '@heartline/local/engines';
import { placeSchema } from '@heartline/local/place-settings';
import { workerSchema } from '@heartline/worker';
import { buildEventReference } from './event-reference.ts';
import { buildOpenApi } from './openapi.ts';

/** Where the pages are kept. */
export const REFERENCE_FOLDER = fileURLToPath(new URL('../../../../infra/reference/', import.meta.url));

/** Every page made from contracts and settings, by file name. */
export function referencePages(): Record<string, string> {
  const services = [
    { service: 'gateway', schema: gatewaySchema },
    { service: 'worker', schema: workerSchema },
  ];
  return {
    'openapi.json': `${JSON.stringify(buildOpenApi(byName(CALLS)), null, 2)}\n`,
    'events.md': buildEventReference(byName(INBOUND_EVENTS), byName(OUTBOUND_EVENTS), byName(JOBS)),
    'configuration.md': buildConfigurationPage([
      ...services,
      { service: '`npm run admin`', schema: adminSchema },
      { service: '`npm start`', schema: placeSchema },
      { service: '`npm start`', schema: engineSchema.omit({ CHROMIUM_PATH: true }) },
      { service: '`npm test`', schema: engineSchema.pick({ XDG_CACHE_HOME: true, CHROMIUM_PATH: true }) },
    ]),
    '.env.example': buildEnvExample(services),
  };
}

/** The order of a module's exports differs between loaders; names do not. */
function byName<C extends { name: string }>(contracts: readonly C[]): C[] {
  return contracts.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
