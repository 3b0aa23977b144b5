import type { Mongo } from '@heartline/platform';
import {
  type AddedMember,
  type HttpClient,
  type MemberWish,
  startWorld,
  type WorldHere,
} from '@heartline/testing';

/** A world in this process as tests of calls use it. */
export interface GatewaysInTest extends Pick<WorldHere, 'gateways' | 'clock' | 'mediaDir' | 'stop'> {
  mongo: Mongo;
  /** A browser at one of the gateways, without cookies. */
  visitor(gateway?: number): HttpClient;
  /** Members in the stores, signed in at the first gateway. */
  members(wishes: readonly MemberWish[]): Promise<{ member: AddedMember; client: HttpClient }[]>;
  client(member: AddedMember, gateway?: number): HttpClient;
  mongoEngine: WorldHere['mongo'];
  redisEngine: WorldHere['redis'];
}

/** Gateways in this process over fresh engines, with a clock of the test’s own. */
export async function startGateways(options: {
  count?: number;
  environment?: Record<string, string>;
}): Promise<GatewaysInTest> {
  const { count = 1, environment } = options;
  const world = await startWorld({
    here: true,
    gateways: count,
    ...(environment ? { gatewayEnvironment: environment } : {}),
  });
  const client = (member: AddedMember, gateway = 0) => world.browser(gateway, member.session);
  return {
    gateways: world.gateways,
    mongo: world.inside.mongo,
    clock: world.clock,
    mediaDir: world.mediaDir,
    visitor: (gateway = 0) => world.browser(gateway),
    client,
    mongoEngine: world.mongo,
    redisEngine: world.redis,
    async members(wishes) {
      const people = await world.people(...wishes);
      return people.map((member) => ({ member, client: client(member) }));
    },
    stop: () => world.stop(),
  };
}
