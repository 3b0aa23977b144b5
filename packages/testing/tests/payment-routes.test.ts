import { startGateway } from '@heartline/gateway';
import { ConfigError } from '@heartline/platform';
import { startWorld, type WorldHere } from '@heartline/testing';
import { startWorker } from '@heartline/worker';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { accountsOf, createProviderInTest } from './provider-in-test.ts';

/** Routes of a site to accounts that the installation does not have, or whose provider can't serve them. */
let world: WorldHere;

beforeAll(async () => {
  world = await startWorld({ here: true, workers: 1 });
});
afterAll(() => world?.stop());

const sites = () => world.inside.mongo.connection.collection<{ _id: string }>('sites');
afterEach(() => sites().deleteMany({}));

const setRoutes = (_id: string, payment_routes: object) =>
  sites().updateOne({ _id }, { $set: { payment_routes } }, { upsert: true });

/** A bridge that serves everything, and a provider that knows cards only. */
const payments = accountsOf({
  bridge: createProviderInTest(),
  cards: {
    ...createProviderInTest(),
    name: 'stripe',
    can: { creditcard: { refund: 'partial', close: 'always' } },
  },
});

/** Both services on free ports, started as `npm start` would. */
const starts = {
  gateway: () => startGateway({ ...world.gateways[0].config, port: 0 }, { payments }),
  worker: () => startWorker({ ...world.workerConfig, port: 0 }, { payments }),
};

describe.each(['gateway', 'worker'] as const)('the start of a %s', (service) => {
  it('is refused for routes that lead nowhere, with every problem and its fix', async () => {
    await setRoutes('default', { ideal: ['cards', 'bridge'], creditcard: ['gone'] });
    await setRoutes('amora.example', { '*': ['none'] });
    const error = await starts[service]().then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(ConfigError);
    expect((error as ConfigError).problems).toEqual([
      expect.stringMatching(
        /^The site amora\.example routes \* to the account none, .+ one of bridge, cards\.$/,
      ),
      'The site default routes ideal to the account cards, but stripe does not serve it. Fix: run admin methods route default ideal with bridge.',
      expect.stringMatching(
        /^The site default routes creditcard to the account gone, which is not configured\. Fix: /,
      ),
    ]);
  });

  it('goes on with routes that can be served', async () => {
    await setRoutes('default', { ideal: ['bridge'], creditcard: ['cards', 'bridge'], '*': ['cards'] });
    const running = await starts[service]();
    expect(running.address).toMatch(/^http:/);
    await running.close();
  });
});
