/** Figures measured on one core of the machine of RESULTS.md. */
export interface Measured {
  /** CPU-seconds for 1,000 paid messages, from socket to settlement. */
  gatewayPer1000: number;
  workerPer1000: number;
  enginePer1000: number;
  redisPer1000: number;
  /** Events with an ack and without a store, per CPU-second of a gateway. */
  eventsPerCpu: number;
  /** Calls that read lists, per CPU-second of a gateway. */
  callsPerCpu: number;
  /** Messages a second written bare into one engine: three documents each. */
  bareMessages: number;
  /** Memory of a signed-in socket, KiB. */
  socketKib: number;
  /** Memory of search in each gateway per member, KiB. */
  searchKibPerMember: number;
  /** Sockets that one gateway reconnects per second, in step. */
  syncedPerSecond: number;
}

/** Assumed behaviour of members: replace each guess by your own numbers. */
export const HABITS = {
  /** Share of all members who open the site on a day. */
  dailyShare: 0.2,
  messagesPerDay: 20,
  /** Further events per message: typing, read marks, deliveries. */
  eventsPerMessage: 4,
  callsPerDay: 60,
  /** Devices of one member at the same time. */
  devices: 1.3,
  /** Share of a day's members connected at the busiest moment. */
  onlineShare: 0.15,
  /** Share of a day's traffic in its busiest hour, and the peak second relative to the mean of that hour. */
  busiestHour: 0.1,
  peak: 2,
  /** Bytes that a paid message takes in the store, indexes included. */
  storedBytes: 1_500,
} as const;

/** Planned load of a core, with reserves for a lost machine or a spike. */
const BUSY = 0.5;
/** Planned sockets per gateway at most: the load that a lost one leaves to the others. */
export const SOCKETS_EACH = 10_000;
/** A Redis node works on one core. */
const REDIS_BUSY = 0.6;
const DAY_S = 86_400;
const MIB = 1_024;

/** Needs of a number of members at the busiest moment. */
export interface Need {
  members: number;
  messagesPerSecond: number;
  sockets: number;
  /** Cores by CPU; each gateway has one. */
  gatewayCores: number;
  /** By CPU and sockets, at least two. */
  gateways: number;
  workerCores: number;
  engineCores: number;
  /** Shards for the inserts of messages, with each engine at half load. */
  engineShards: number;
  redisNodes: number;
  socketsGib: number;
  /** GiB of search in each gateway. */
  searchGib: number;
  storedGibPerDay: number;
  /** Seconds until all sockets of a lost gateway are back, with this number of gateways. */
  stormSeconds: number;
}

/** Computes machines from members by multiplication alone. */
export function needOf(members: number, measured: Measured): Need {
  const daily = members * HABITS.dailyShare;
  const peakOf = (perDay: number) => ((daily * perDay * HABITS.busiestHour) / (DAY_S / 24)) * HABITS.peak;
  const messages = peakOf(HABITS.messagesPerDay);
  const sockets = daily * HABITS.onlineShare * HABITS.devices;
  const gatewayCpu =
    (messages * measured.gatewayPer1000) / 1_000 +
    (messages * HABITS.eventsPerMessage) / measured.eventsPerCpu +
    peakOf(HABITS.callsPerDay) / measured.callsPerCpu;
  const gatewayCores = gatewayCpu / BUSY;
  const gateways = Math.max(2, gatewayCores, sockets / SOCKETS_EACH);
  return {
    members,
    messagesPerSecond: messages,
    sockets,
    gatewayCores,
    gateways,
    workerCores: Math.max(2, (messages * measured.workerPer1000) / 1_000 / BUSY),
    engineCores: (messages * measured.enginePer1000) / 1_000 / BUSY,
    engineShards: Math.max(1, messages / (measured.bareMessages * BUSY)),
    redisNodes: Math.max(1, (messages * measured.redisPer1000) / 1_000 / REDIS_BUSY),
    socketsGib: (sockets * measured.socketKib) / MIB / MIB,
    searchGib: (members * measured.searchKibPerMember) / MIB / MIB,
    storedGibPerDay: (daily * HABITS.messagesPerDay * HABITS.storedBytes) / MIB ** 3,
    stormSeconds: sockets / Math.ceil(gateways) / measured.syncedPerSecond,
  };
}

/** A limit: the number of members up to which one instance is enough. */
export interface Wall {
  name: string;
  members: number;
}

/** The limits in the order in which growth meets them. */
export function wallsOf(measured: Measured): Wall[] {
  const one = needOf(1e9, measured);
  const at = (need: number, limit: number) => (limit / need) * 1e9;
  return [
    { name: 'the event loop of two gateways', members: at(one.gatewayCores, 2) },
    {
      name: `sockets of two gateways, ${SOCKETS_EACH.toLocaleString('en-GB')} each`,
      members: at(one.sockets, 2 * SOCKETS_EACH),
    },
    { name: 'the worker of one core', members: at(one.workerCores, 1) },
    { name: 'inserts of one store', members: at(one.engineShards, 1) },
    { name: 'one Redis node', members: at(one.redisNodes, 1) },
    { name: 'search in each gateway’s memory, 2 GiB', members: at(one.searchGib, 2) },
    { name: 'sockets’ memory in two gateways, 2 GiB each', members: at(one.socketsGib, 4) },
    {
      name: 'ports between one balancer and two gateways, 28,000 each',
      members: at(one.sockets, 2 * 28_000),
    },
    { name: 'a year of messages on one 4 TiB disk', members: at(one.storedGibPerDay * 365, 4 * 1_024) },
  ].sort((a, b) => a.members - b.members);
}
