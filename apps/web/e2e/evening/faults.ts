import { setTimeout as sleep } from 'node:timers/promises';
import { planOf, seeded, until, type World } from '@heartline/testing';
import type { Stage } from '../stage.ts';
import { allSent, type Device, type Household } from './devices.ts';

/** Faults of an evening. */
export interface Faults {
  /** Perhaps a line is lost for a while now, or a service or an engine fails. */
  perhaps(household: Household): void;
  /** Waits until nothing is wrong any more, everything runs, and all windows have sent what they were given. */
  over(household: Household): Promise<void>;
}

interface FaultOptions {
  seed: number;
  random(): number;
  /** True if services and databases fail too, not only networks. */
  hasFaults: boolean;
  note(line: string): void;
}

const LOST_MS = { least: 500, most: 6_500 };
/** Probability of a fault before each action. */
const OFTEN = 0.15;
const READY_MS = 60_000;

export function openFaults(stage: Stage<World>, { seed, random, hasFaults, note }: FaultOptions): Faults {
  const lost = new Map<Device, Promise<void>>();
  let fault: Promise<void> | undefined;
  let faults = 0;

  async function lose(device: Device, ms: number): Promise<void> {
    note(`${device.name} loses its network`);
    await device.network.lose();
    await sleep(ms);
    await device.network.find();
    note(`${device.name} has its network again`);
    lost.delete(device);
  }
  /** One at a time: what is killed cannot be killed again. */
  async function strike(): Promise<void> {
    faults += 1;
    const [planned] = planOf(seeded(seed * 100 + faults));
    if (planned) {
      note(planned.fault.name);
      await planned.fault.strike(stage.world, seeded(seed * 1_000 + faults));
      note(`${planned.fault.name}: over`);
    }
    fault = undefined;
  }
  return {
    perhaps({ devices }) {
      const device = devices[Math.floor(random() * devices.length)];
      const chance = random();
      const ms = LOST_MS.least + random() * (LOST_MS.most - LOST_MS.least);
      if (chance < OFTEN && device && !lost.has(device) && !device.sharesNetwork)
        lost.set(device, lose(device, ms));
      else if (chance > 1 - OFTEN && hasFaults) fault ??= strike();
    },
    async over({ devices }) {
      await Promise.all([...lost.values(), fault]);
      for (const { address } of [...stage.world.gateways, ...stage.world.workers]) {
        await until(
          async () => (await fetch(`${address}/health/ready`)).ok,
          (isReady) => isReady,
          READY_MS,
        );
      }
      await Promise.all(devices.map((device) => allSent(device)));
    },
  };
}
