import { check } from 'k6';
import exec from 'k6/execution';
import { clearInterval, setInterval, setTimeout } from 'k6/timers';
import type { MemberDevice } from '../member-device.ts';
import { GATHER_MS } from '../member-receipts.ts';
import { checkMix, createDeal, type Mix, shareOf } from '../mix.ts';
import {
  CALL_ACTIONS,
  type CallAction,
  enterMs,
  MEMBER_DAY,
  mostSeconds,
  SOCKET_ACTIONS,
  type SocketAction,
  TIMEOUT_MS,
} from '../plan.ts';
import { memberIndexOf } from '../rounds.ts';
import { type Rules, rulesFor } from '../rules.ts';
import { createSchedule, partOf, type Stage, stagesOf } from '../schedule.ts';
import { Tally } from '../tally.ts';
import { failed } from './answers.ts';
import { calls } from './calls.ts';
import { createDevices } from './member-socket.ts';
import { addSliced, beganAt, clock, counters, sliceRules, trends } from './metrics.ts';
import { hosts, plan, socketVus, world } from './settings.ts';
import { type Member, signEverybodyIn } from './sign-in.ts';

export interface DayOptions {
  /** The mix of actions in percent; `MEMBER_DAY` by default. */
  mix?: Mix<SocketAction | CallAction>;
  /** Rules added to those of every run, or replacing them. */
  thresholds?: Rules;
}

interface SetUp {
  members: Member[];
  /** When the setup ended, by `clock`. */
  readyAt: number;
}

/** Maximum time without a message after the last action: longer than the longest wait of an outbox. */
const QUIET_MS = 60_000;
/** Timeout for the last receipts and signals: devices do not repeat them. */
const LAST_SIGNALS_MS = 5_000;
/** Interval at which waiting functions check their condition. */
const LOOK_AGAIN_MS = 50;
/** Interval of adding successes to their counters. One by one, each would cost as much as a latency. */
const COUNT_MS = 1_000;
/** When the first action is due. The run starts later if a member is not connected by then. */
const ENTER_MS = enterMs(world.members.length);
const SECONDS = plan.minutes * 60;

/**
 * A scenario of the member day: two k6 scenarios side by side.
 * - `sockets` holds all sockets and acts on them by the clock.
 * - `calls` starts an HTTP action at each due moment, even if earlier ones are still running.
 */
export function memberDay({ mix = MEMBER_DAY, thresholds = {} }: DayOptions = {}) {
  checkMix(mix, [...SOCKET_ACTIONS, ...CALL_ACTIONS]);
  const stages = stagesOf(plan.shape, plan.rate, SECONDS);
  const onSockets = partOf(stages, shareOf(mix, SOCKET_ACTIONS));
  const overHttp = partOf(stages, shareOf(mix, CALL_ACTIONS));
  const socketDeal = createDeal(mix, SOCKET_ACTIONS);
  const callDeal = createDeal(mix, CALL_ACTIONS);
  return {
    options: {
      scenarios: {
        sockets: {
          executor: 'per-vu-iterations',
          exec: 'sockets',
          vus: socketVus,
          iterations: 1,
          maxDuration: `${mostSeconds({ ...plan, members: world.members.length })}s`,
        },
        ...(shareOf(mix, CALL_ACTIONS) > 0 ? { calls: arrivals(overHttp) } : {}),
      },
      hosts,
      setupTimeout: '120s',
      summaryTrendStats: ['avg', 'min', 'med', 'p(90)', 'p(95)', 'p(99)', 'p(99.9)', 'max', 'count'],
      thresholds: { ...rulesFor({ minutes: plan.minutes, socketVus }), ...sliceRules, ...thresholds },
    },

    setup: (): SetUp => ({ members: signEverybodyIn(), readyAt: clock() }),

    sockets({ members, readyAt }: SetUp): void {
      const vu = exec.scenario.iterationInTest;
      // One VU holds both members of a pair, so it knows every message between them.
      const mine = members.map((member, index) =>
        Math.floor(index / 2) % socketVus === vu ? member : undefined,
      );
      runSockets(mine, { planned: readyAt + ENTER_MS, stages: onSockets, deal: socketDeal });
    },

    calls({ members }: SetUp): void {
      const index = exec.scenario.iterationInTest;
      const member = members[index % members.length] as Member;
      const action = callDeal(index);
      try {
        calls[action](member, members);
      } catch (error) {
        // k6 would only log the error and continue.
        failed(`${action} comes to its end, not to “${String(error)}”`);
      }
    },

    handleSummary: (data: unknown): Record<string, string> => ({
      [__ENV['SUMMARY'] as string]: JSON.stringify(data, null, 1),
    }),
  };
}

/** Iterations that start when they are due: an open model. k6 takes whole rates only, so they are per minute. */
function arrivals(stages: readonly Stage[]) {
  const highest = Math.max(...stages.map(({ to }) => to));
  // k6 drops due iterations while it creates a VU. This number suffices for an app that takes seconds per call.
  const vus = Math.min(400, Math.max(50, Math.ceil(highest * 1.5)));
  return {
    executor: 'ramping-arrival-rate',
    exec: 'calls',
    startTime: `${ENTER_MS}ms`,
    startRate: Math.round((stages[0]?.from ?? 0) * 60),
    timeUnit: '1m',
    preAllocatedVUs: vus,
    maxVUs: vus * 2,
    // Late answers of a busy app still count; an iteration that k6 ends early counts nothing.
    gracefulStop: `${TIMEOUT_MS.settle / 1_000}s`,
    stages: stages.map(({ seconds, to }) => ({
      duration: `${Math.round(seconds * 1_000)}ms`,
      target: Math.round(to * 60),
    })),
  };
}

/** Writes the tally's findings to the metrics of k6. `startAt` returns when the schedule began. */
function openTally(startAt: () => number): Tally {
  // Rules, readers and comparisons expect every counter, even at zero.
  for (const counter of Object.values(counters)) counter.add(0);
  return new Tally(
    {
      acked: (ms, dueAt) => addSliced(trends.ack, ms, dueAt - startAt()),
      refused(code) {
        counters.refused.add(1);
        failed(`a message is taken, not refused as ${code}`);
      },
      delivered: (ms, dueAt) => addSliced(trends.delivery, ms, dueAt - startAt()),
      duplicate: () => counters.duplicate.add(1),
      reportedAgain: () => counters.reportedAgain.add(1),
      outOfOrder: () => counters.outOfOrder.add(1),
      refusedAndReceived: () => counters.refusedAndReceived.add(1),
    },
    clock,
  );
}

/** Adds successes to their counters at intervals. The returned function stops that and adds the rest. */
function keepCounting({ counts, receipts }: Tally): () => void {
  const counted = { sent: 0, acked: 0, delivered: 0, receipts: 0 };
  const add = () => {
    const now = { ...counts, receipts: receipts.count };
    for (const name of ['sent', 'acked', 'delivered', 'receipts'] as const) {
      counters[name].add(now[name] - counted[name]);
      counted[name] = now[name];
    }
  };
  const timer = setInterval(add, COUNT_MS);
  return () => {
    clearInterval(timer);
    add();
  };
}

/**
 * One VU holds the sockets of its share of the members and runs them by its event loop. The member of an action does
 * not depend on that share.
 */
function runSockets(
  members: readonly (Member | undefined)[],
  {
    planned,
    stages,
    deal,
  }: { planned: number; stages: readonly Stage[]; deal: (index: number) => SocketAction },
): void {
  let startAt = planned;
  const tally = openTally(() => startAt);
  let entered = 0;
  const open = createDevices(tally, () => {
    entered += 1;
  });
  const places = members.map((member) => member && open(member));
  const sockets = places.filter((socket) => socket !== undefined);
  const stopCounting = keepCounting(tally);
  const { total, dueAt } = createSchedule(stages);
  const deviceOf = (action: number) => places[memberIndexOf(action, places.length)];
  const areAllConnected = () => entered === sockets.length;
  let next = -1;
  toNext();
  afterEntering(planned, areAllConnected, () => {
    startAt = clock();
    beganAt.add(Date.now());
    act();
  });

  function toNext(): void {
    do next += 1;
    while (next < total && !deviceOf(next));
  }

  function act(): void {
    for (; next < total; toNext()) {
      const at = startAt + dueAt(next);
      const lateMs = clock() - at;
      if (lateMs < 0) return void setTimeout(act, -lateMs);
      trends.late.add(lateMs);
      deviceOf(next)?.[deal(next)](at);
    }
    afterSettling(tally, sockets, () =>
      afterLastSignals(tally, sockets, () => {
        stopCounting();
        lookBack(tally, sockets, areAllConnected());
        counters.ended.add(1);
        for (const socket of sockets) socket.close();
      }),
    );
  }
}

/**
 * Calls `begin` at `planned`, or once all members are connected. After a timeout it begins anyway; a check at the end
 * reports missing members.
 */
function afterEntering(planned: number, areAllConnected: () => boolean, begin: () => void): void {
  const waitMs = planned - clock();
  const mayWait = !areAllConnected() && -waitMs < TIMEOUT_MS.enter;
  if (waitMs <= 0 && !mayWait) return begin();
  setTimeout(() => afterEntering(planned, areAllConnected, begin), waitMs > 0 ? waitMs : LOOK_AGAIN_MS);
}

/**
 * Calls `end` once all messages are decided and delivered, or after a long time without any. Halfway through that time
 * all devices fetch missed messages.
 */
function afterSettling(tally: Tally, sockets: readonly MemberDevice[], end: () => void): void {
  const deadline = clock() + TIMEOUT_MS.settle;
  let through = -1;
  let quietSince = clock();
  let hasFetched = false;
  const look = () => {
    const now = clock();
    const { acked, delivered, refused } = tally.counts;
    if (through !== acked + delivered + refused) {
      through = acked + delivered + refused;
      quietSince = now;
      hasFetched = false;
    }
    const quietMs = now - quietSince;
    if (tally.isComplete() || quietMs >= QUIET_MS || now >= deadline) return end();
    if (!hasFetched && quietMs > QUIET_MS / 2) {
      hasFetched = true;
      for (const socket of sockets) void socket.fetch();
    }
    setTimeout(look, LOOK_AGAIN_MS);
  };
  look();
}

/**
 * Calls `end` once the last receipts are sent and seen, signals answered and events of fetched messages received. Also
 * calls it when the timeout for these is over.
 */
function afterLastSignals(tally: Tally, sockets: readonly MemberDevice[], end: () => void): void {
  const deadline = clock() + LAST_SIGNALS_MS;
  const isAllThrough = () =>
    tally.receipts.unseen() === 0 && openSignals(sockets) === 0 && tally.fetchedOnly() === 0;
  const look = () => {
    if (isAllThrough() || clock() >= deadline) return end();
    setTimeout(look, LOOK_AGAIN_MS);
  };
  setTimeout(look, 2 * GATHER_MS);
}

const openSignals = (sockets: readonly MemberDevice[]) =>
  sockets.reduce((sum, socket) => sum + socket.openSignals(), 0);

function lookBack(tally: Tally, sockets: readonly MemberDevice[], areAllConnected: boolean): void {
  counters.missing.add(tally.missing());
  counters.fetchedOnly.add(tally.fetchedOnly());
  counters.receiptsUnseen.add(tally.receipts.unseen());
  counters.signalsUnanswered.add(openSignals(sockets));
  check(tally, {
    'every member is connected': () => areAllConnected,
    'every message is acknowledged and received': () => tally.missing() === 0,
    'conversations are received without holes': () => tally.holes() === 0,
  });
}
