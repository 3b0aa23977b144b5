import type { DemoPerson } from '../demo-world/index.ts';
import type { Engine } from '../engines/index.ts';
import type { Neighbours } from '../house/neighbours.ts';
import type { Store } from '../house/start-store.ts';
import type { Places } from '../pages/page.ts';
import type { Stack } from '../stack/start-stack.ts';

/** The running house, as the hub shows it. */
export interface HubOptions {
  port: number;
  places: Places;
  stack: Stack;
  neighbours: Neighbours;
  engines: { mongo: Engine; redis: Engine };
  store: Store;
  people: readonly DemoPerson[];
}
