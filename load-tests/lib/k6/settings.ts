import type { RunPlan } from '../plan.ts';
import { hostsOf, type WorldFile } from '../world-file.ts';

/** The facts that `npm run load` passes to a scenario. */
export const world = JSON.parse(open(__ENV['WORLD'] as string)) as WorldFile;
export const plan = JSON.parse(__ENV['PLAN'] as string) as RunPlan;

/** Members per VU: a VU costs megabytes, a socket kilobytes. */
const SOCKETS_PER_VU = 100;
export const socketVus = Math.max(2, Math.ceil(world.members.length / SOCKETS_PER_VU));

/** Addresses of gateways that k6 need not look up. */
export const hosts = hostsOf(world.gateways);
