import { type Person, until, type World } from '@heartline/testing';
import type { Page } from 'playwright-core';
import { outboxOf } from '../browser-storage.ts';
import { workerRuns } from '../member-page.ts';
import { openPoorNetwork, type PoorNetwork } from '../poor-network.ts';
import type { Stage } from '../stage.ts';

/** Faults of a device’s network. */
interface Network {
  lose(): Promise<void>;
  find(): Promise<void>;
}

/** One window of a person: on a phone, on a laptop, or a second one there. */
export interface Device {
  name: string;
  person: Person;
  page: Page;
  network: Network;
  /** A second window of one that is there: its line is lost with that one's. */
  sharesNetwork?: boolean;
}

/** The people, devices and browser of an evening. */
export interface Household {
  devices: Device[];
  /** Opens another window on a laptop, or closes it again. */
  secondWindow(laptop: Device): Promise<string>;
  close(): Promise<void>;
}

const PHONE = { width: 360, height: 740, path: '/chats' };
const LAPTOP = { width: 1280, height: 800, path: '/chats' };
const OUTBOX_MS = 120_000;

/**
 * Opens two people with a phone and a laptop each, on both gateways crosswise. A phone that loses its network loses its
 * connections too. A laptop goes offline and keeps its connections, as behind a captive portal.
 */
export async function openHousehold(
  stage: Stage<World>,
  people: readonly [Person, Person],
): Promise<Household> {
  const devices: Device[] = [];
  const networks: PoorNetwork[] = [];
  const seconds = new Map<Device, Device>();
  for (const [index, person] of people.entries()) {
    const [own, other] = index === 0 ? ([0, 1] as const) : ([1, 0] as const);
    const network = await openPoorNetwork(stage, other);
    networks.push(network);
    const elsewhere = { ...person, http: stage.world.browser(other, person.session) };
    const phone = await stage.signedIn(elsewhere, { ...PHONE, browser: network.browser });
    const home = { ...person, http: stage.world.browser(own, person.session) };
    const laptop = await stage.signedIn(home, LAPTOP);
    const { wire } = network;
    devices.push(
      {
        name: `${person.name}’s phone`,
        person,
        page: phone,
        network: { lose: () => wire.disable(), find: () => wire.enable() },
      },
      { name: `${person.name}’s laptop`, person, page: laptop, network: offlineNetwork(laptop) },
    );
  }
  // Pages opened without a network come from the service worker.
  await Promise.all(devices.map(({ page }) => workerRuns(page)));
  return {
    devices,
    async secondWindow(laptop) {
      const open = seconds.get(laptop);
      if (open) {
        seconds.delete(laptop);
        devices.splice(devices.indexOf(open), 1);
        await open.page.close();
        return 'closes the second window';
      }
      const page = await laptop.page.context().newPage();
      const second = { ...laptop, name: `${laptop.name}, second window`, page, sharesNetwork: true };
      await page.goto(new URL('/chats', laptop.page.url()).href);
      seconds.set(laptop, second);
      devices.push(second);
      return 'opens a second window';
    },
    async close() {
      await Promise.all(networks.map((network) => network.close()));
    },
  };
}

function offlineNetwork(page: Page): Network {
  const context = page.context();
  // It fails when a second window closes in that very moment.
  const setOffline = (isOffline: boolean) =>
    context.setOffline(isOffline).catch(() => context.setOffline(isOffline));
  return { lose: () => setOffline(true), find: () => setOffline(false) };
}

/** Waits until a device has sent all it was given. */
export async function allSent({ name, page }: Device): Promise<void> {
  await until(
    () => outboxOf(page),
    (waiting) => waiting.length === 0,
    OUTBOX_MS,
  ).catch((error: unknown) => {
    throw new Error(`${name} has not sent all: ${String(error)}`);
  });
}
