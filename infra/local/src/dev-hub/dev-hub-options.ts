import type { ExternalStubs } from '../app/external-stubs.ts';
import type { Store } from '../app/start-store.ts';
import type { DemoPerson } from '../demo-world/index.ts';
import type { Engine } from '../engines/index.ts';
import type { Places } from '../pages/page.ts';
import type { Stack } from '../stack/start-stack.ts';

/** The running house, as the hub shows it. */
export interface DevHubOptions {
  port: number;
  places: Places;
  stack: Stack;
  stubs: ExternalStubs;
  engines: { mongo: Engine; redis: Engine };
  store: Store;
  people: readonly DemoPerson[];
}
