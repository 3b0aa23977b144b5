/** What was measured on one core of the machine of RESULTS.md. */
export interface Measured {
  /** CPU-seconds for 1,000 paid messages, from socket to settlement. */
  gatewayPer1000: number;
  workerPer1000: number;
  enginePer1000: number;
  redisPer1000: number;
  /** Events with an acknowledgement that touch no store, per CPU-second of a gateway. */
  eventsPerCpu: number;
  /** Calls that read lists, per CPU-second of a gateway. */
  callsPerCpu: number;
  /** Messages written bare a second on one machine's engine: three documents each. */
  bareMessages: number;
  /** Memory of a signed-in socket, KiB. */
  socketKib: number;
  /** Memory that search takes in every gateway for each member, KiB. */
  searchKibPerMember: number;
  /** Sockets that one gateway takes back in a second, in step. */
  syncedPerSecond: number;
}

/** How members behave; every number is a guess to be replaced by one's own. */
export const HABITS = {
  /** Of all members, those who open the site on a day. */
  dailyShare: 0.2,
  messagesPerDay: 20,
  /** Events beside each message: typing, read marks, deliveries. */
  eventsPerMessage: 4,
  callsPerDay: 60,
  /** Devices of one member at once. */
  devices: 1.3,
  /** Of those who come on a day, connected at the busiest moment. */
  onlineShare: 0.15,
  /** Part of a day's traffic that falls into its busiest hour, and how far a second in it exceeds the mean. */
  busiestHour: 0.1,
  peak: 2,
  /** Bytes that a paid message leaves in the store with its indexes. */
  storedBytes: 1_500,
} as const;

/** A core is planned to be this busy, so that a lost machine or a spike fits in. */
const BUSY = 0.5;
/** So many sockets a gateway is planned to hold at most: what one that is lost leaves to the others. */
export const SOCKETS_EACH = 10_000;
/** A Redis node works on one core. */
const REDIS_BUSY = 0.6;
const DAY_S = 86_400;
const MIB = 1_024;

/** What a number of members needs at the busiest moment. */
export interface Need {
  members: number;
  messagesPerSecond: number;
  sockets: number;
  /** By what gateways do; each has one core. */
  gatewayCores: number;
  /** By what they do and hold, and two at least. */
  gateways: number;
  workerCores: number;
  engineCores: number;
  /** Shards whose engine takes the messages' inserts at half of what it can. */
  engineShards: number;
  redisNodes: number;
  socketsGib: number;
  /** In each gateway. */
  searchGib: number;
  storedGibPerDay: number;
  /** Until everybody of a lost gateway is back, with as many gateways as there are. */
  stormSeconds: number;
}

/** Members to machines, by multiplication alone. */
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

/** A wall: up to how many members one of something is enough. */
export interface Wall {
  name: string;
  members: number;
}

/** The walls in the order in which growth meets them. */
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
