import type { Mix } from './mix.ts';
import type { Shape } from './schedule.ts';

/** The size of a run. The command line may change members, rate and minutes within `BOUNDS`. */
export interface Plan {
  /** The question of the run, in one sentence. */
  about: string;
  members: number;
  /** Highest rate, in actions of members a second. */
  rate: number;
  minutes: number;
  shape: Shape;
  /** True: members sign in with passwords. Otherwise the world hands out sessions. */
  signIn?: true;
  /** True: only lost, duplicated or refused messages count; a busy machine does not make the run void. */
  correctnessOnly?: true;
  /** True: memory and event loop delay of the gateways may not grow between an early part of the run and its end. */
  mayNotGrow?: boolean;
  /** When gateway `a` is killed and started again, as shares of the run. */
  kill?: { at: number; back: number };
}

/**
 * One plan per file in `scenarios/`; the plan of `calibration.ts` is in its benchmark. Rates are for two gateways on
 * two cores that the generator shares.
 */
export const PLANS = {
  smoke: {
    about:
      'The smallest proof: sign-in, sockets on two gateways, every action of a day, everything once and in order.',
    members: 40,
    rate: 40,
    minutes: 0.4,
    shape: 'steady',
    signIn: true,
    correctnessOnly: true,
  },
  load: {
    about: 'The member day at the rate the app is meant for.',
    members: 400,
    rate: 100,
    minutes: 3,
    shape: 'steady',
  },
  stress: {
    about: 'Four steps up to a rate beyond comfort: where does it bend, and does anything break?',
    members: 600,
    rate: 400,
    minutes: 4,
    shape: 'stairs',
  },
  spike: {
    about: 'Ten times the traffic within seconds, then the base rate again: does it recover by itself?',
    members: 400,
    rate: 300,
    minutes: 3,
    shape: 'spike',
  },
  soak: {
    about: 'Half an hour at half of what it can take: does anything grow?',
    members: 400,
    rate: 100,
    minutes: 30,
    shape: 'steady',
    mayNotGrow: true,
  },
  'reconnect-storm': {
    about: 'A gateway dies under traffic: all members return through the other one, and nothing is missing.',
    members: 600,
    rate: 150,
    minutes: 2,
    shape: 'steady',
    kill: { at: 0.35, back: 0.7 },
  },
} as const satisfies Record<string, Plan>;

/** Limits of the numbers on the command line. */
export const BOUNDS = {
  members: { least: 2, most: 5_000, isWhole: true },
  rate: { least: 1, most: 5_000, isWhole: false },
  minutes: { least: 0.1, most: 120, isWhole: false },
  turns: { least: 1, most: 20, isWhole: true },
  messages: { least: 200, most: 100_000, isWhole: true },
  gateways: { least: 1, most: 4, isWhole: true },
  visits: { least: 30, most: 100_000, isWhole: true },
  'sign-ups': { least: 0, most: 1_000, isWhole: true },
} as const;

/** Number of slices of a run that keep their own latencies, so that a report can draw them over time. */
export const SLICES = 20;

/** Milliseconds from the setup of a run to its first action: every member has to be connected by then. */
export const enterMs = (members: number) => 500 + 5 * members;

/**
 * `enter`: how long a run waits for members who are not connected, since they would miss messages. `settle`: how long
 * pending messages may take after the last action while any still arrives.
 */
export const TIMEOUT_MS = { enter: 30_000, settle: 240_000 } as const;

/** Seconds after the setup within which all sockets end, however slow the app is. k6 ends them after that. */
export const mostSeconds = ({ members, minutes }: Pick<Plan, 'members' | 'minutes'>) =>
  Math.ceil(minutes * 60 + (enterMs(members) + TIMEOUT_MS.enter + TIMEOUT_MS.settle) / 1_000 + 10);

/** A plan as it is run. */
export interface RunPlan extends Plan {
  name: string;
  /** Extra settings of gateways and workers, by the names of `infra/reference/configuration.md`. */
  settings?: Readonly<Record<string, string>>;
  /** Origins of gateways that run already: the app is not of this checkout. */
  at?: readonly string[];
}

/** The size of a run, the extra settings of its services and their origins, in one line. */
export function planText(plan: RunPlan): string {
  const { members, rate, minutes, shape } = plan;
  return `${members} members, up to ${rate} actions a second, ${minutes} min, ${shape}${targetText(plan)}`;
}

/** Differences of the app under test from the usual one of this checkout; '' if there are none. */
export function targetText({ settings = {}, at = [] }: RunPlan): string {
  const reported = Object.entries(settings).map(([name, value]) => `, ${name}=${value}`);
  return `${reported.join('')}${at.length > 0 ? `, at ${at.join(' ')}` : ''}`;
}

/** Actions of members over sockets, and over HTTP. */
export const SOCKET_ACTIONS = ['send', 'read', 'type'] as const;
export const CALL_ACTIONS = ['list', 'open', 'search', 'like', 'buy'] as const;
export type SocketAction = (typeof SOCKET_ACTIONS)[number];
export type CallAction = (typeof CALL_ACTIONS)[number];

/** The actions of a member's day, in percent. */
export const MEMBER_DAY = {
  send: 30,
  read: 20,
  type: 10,
  list: 15,
  open: 12,
  search: 8,
  like: 4,
  buy: 1,
} as const satisfies Mix<SocketAction | CallAction>;
