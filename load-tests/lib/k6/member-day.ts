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
import { turnOf } from '../rounds.ts';
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
  /** What members do, and how often of a hundred; `MEMBER_DAY` unless told. */
  mix?: Mix<SocketAction | CallAction>;
  /** More rules, or other ones in place of those every run has. */
  thresholds?: Rules;
}

interface SetUp {
  members: Member[];
  /** When the set-up ended, by `clock`. */
  readyAt: number;
}

/** How long nothing may come through after the last action: longer than the longest wait of an outbox. */
const QUIET_MS = 60_000;
/** How long the last receipts may take to be seen, and signs to be answered: nobody says them again. */
const LAST_SIGNS_MS = 5_000;
/** How often somebody who waits looks whether that is over. */
const LOOK_AGAIN_MS = 50;
/** How often what went well is added to its counters: one by one it costs as much as a latency. */
const COUNT_MS = 1_000;
/** When the first action is due; later, where somebody is not let in by then. */
const ENTER_MS = enterMs(world.members.length);
const SECONDS = plan.minutes * 60;

/**
 * A scenario of members who live their day: two k6 scenarios side by side. `sockets` holds everybody's socket and acts
 * on them by the clock; `calls` starts an action over HTTP at each due moment, whether or not the ones before it ended.
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
      // Both of a pair are with one VU, which knows what was sent to whom.
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
        // k6 would only log it, and go on as if nothing was.
        failed(`${action} comes to its end, not to “${String(error)}”`);
      }
    },

    handleSummary: (data: unknown): Record<string, string> => ({
      [__ENV['SUMMARY'] as string]: JSON.stringify(data, null, 1),
    }),
  };
}

/** Iterations that begin when they are due: an open model. Rates are whole numbers, so they are given by the minute. */
function arrivals(stages: readonly Stage[]) {
  const highest = Math.max(...stages.map(({ to }) => to));
  // While one more is made, what was due is left out: enough of them wait for a house that takes seconds over each.
  const vus = Math.min(400, Math.max(50, Math.ceil(highest * 1.5)));
  return {
    executor: 'ramping-arrival-rate',
    exec: 'calls',
    startTime: `${ENTER_MS}ms`,
    startRate: Math.round((stages[0]?.from ?? 0) * 60),
    timeUnit: '1m',
    preAllocatedVUs: vus,
    maxVUs: vus * 2,
    // What a busy house answers late is answered all the same; whom k6 ends before counts nothing.
    gracefulStop: `${TIMEOUT_MS.settle / 1_000}s`,
    stages: stages.map(({ seconds, to }) => ({
      duration: `${Math.round(seconds * 1_000)}ms`,
      target: Math.round(to * 60),
    })),
  };
}

/** Counts into the metrics of k6. `startAt` says when the schedule began. */
function openTally(startAt: () => number): Tally {
  // Rules, readers and comparisons look for each also where nothing of the kind happened.
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

/** Adds what went well to its counters by and by; the answer stops that, and adds the rest. */
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
 * One VU holds the sockets of its share of the members and runs them by its event loop. Whose turn an action is does
 * not depend on who holds that one.
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
  const deviceOf = (action: number) => places[turnOf(action, places.length)];
  const isEverybodyIn = () => entered === sockets.length;
  let next = -1;
  toNext();
  afterEntering(planned, isEverybodyIn, () => {
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
      afterLastSigns(tally, sockets, () => {
        stopCounting();
        lookBack(tally, sockets, isEverybodyIn());
        counters.ended.add(1);
        for (const socket of sockets) socket.close();
      }),
    );
  }
}

/** Calls `begin` at `planned`, or once everybody is in. Who never comes is waited for so long, and named in the end. */
function afterEntering(planned: number, isEverybodyIn: () => boolean, begin: () => void): void {
  const waitMs = planned - clock();
  const mayWait = !isEverybodyIn() && -waitMs < TIMEOUT_MS.enter;
  if (waitMs <= 0 && !mayWait) return begin();
  setTimeout(() => afterEntering(planned, isEverybodyIn, begin), waitMs > 0 ? waitMs : LOOK_AGAIN_MS);
}

/**
 * Calls `end` once all is decided and heard, or once nothing has come through for long. Halfway through such a silence
 * everybody asks for the rest.
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
 * Calls `end` once the receipts of the last messages were said and seen, every sign answered, and what was fetched ahead of
 * its event told of; or once all that could have been for long.
 */
function afterLastSigns(tally: Tally, sockets: readonly MemberDevice[], end: () => void): void {
  const deadline = clock() + LAST_SIGNS_MS;
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

function lookBack(tally: Tally, sockets: readonly MemberDevice[], isEverybodyIn: boolean): void {
  counters.missing.add(tally.missing());
  counters.fetchedOnly.add(tally.fetchedOnly());
  counters.receiptsUnseen.add(tally.receipts.unseen());
  counters.signalsUnanswered.add(openSignals(sockets));
  check(tally, {
    'everybody is let in': () => isEverybodyIn,
    'every message is acknowledged and heard': () => tally.missing() === 0,
    'conversations are heard without holes': () => tally.holes() === 0,
  });
}
