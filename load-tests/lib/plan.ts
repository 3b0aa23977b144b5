import type { Mix } from './mix.ts';
import type { Shape } from './schedule.ts';

/** How large a run is. The command line may change members, rate and minutes within `BOUNDS`. */
export interface Plan {
  /** What the run asks of the house, in a sentence. */
  about: string;
  members: number;
  /** Highest rate, in actions of members a second. */
  rate: number;
  minutes: number;
  shape: Shape;
  /** True: members sign in with their passwords, as people do; false: the world hands out sessions. */
  signIn?: true;
  /** True: only what is lost, doubled or refused counts; a busy machine does not make the run void. */
  correctnessOnly?: true;
  /** True: memory and event loops of the gateways must be at the end what they were early on. */
  mayNotGrow?: boolean;
  /** When gateway `a` is killed and started again, as shares of the run. */
  kill?: { at: number; back: number };
}

/**
 * One plan for each file in `scenarios/` but `calibration.ts`, whose plan is its benchmark's; rates are for two cores that
 * the generator shares, with two gateways.
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
    about: 'The member day at the rate the house is meant for.',
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
    about: 'Ten times the traffic within seconds, then calm: does it come back by itself?',
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
    about: 'A gateway dies under traffic: everybody returns through the other one, and nothing is missing.',
    members: 600,
    rate: 150,
    minutes: 2,
    shape: 'steady',
    kill: { at: 0.35, back: 0.7 },
  },
} as const satisfies Record<string, Plan>;

/** What the command line may ask for. */
export const BOUNDS = {
  members: { least: 2, most: 5_000, isWhole: true },
  rate: { least: 1, most: 5_000, isWhole: false },
  minutes: { least: 0.1, most: 120, isWhole: false },
  turns: { least: 1, most: 20, isWhole: true },
  messages: { least: 200, most: 100_000, isWhole: true },
  gateways: { least: 1, most: 4, isWhole: true },
} as const;

/** Stretches of a run for which latencies are told apart, so that a report can draw them over time. */
export const SLICES = 20;

/** Milliseconds from the set-up of a run until its first action is due: everybody has to be let in by then. */
export const enterMs = (members: number) => 500 + 5 * members;

/**
 * How long nobody acts because somebody is not let in, who would hear nothing and not ask for it; and how long what is on
 * its way may take after the last action while anything still comes through.
 */
export const TIMEOUT_MS = { enter: 30_000, settle: 240_000 } as const;

/** Seconds after the set-up of a run within which its sockets are through, however busy the house is: then k6 ends them. */
export const mostSeconds = ({ members, minutes }: Pick<Plan, 'members' | 'minutes'>) =>
  Math.ceil(minutes * 60 + (enterMs(members) + TIMEOUT_MS.enter + TIMEOUT_MS.settle) / 1_000 + 10);

/** A plan as it is run. */
export interface RunPlan extends Plan {
  name: string;
  /** What gateways and workers are told beside the usual, by the names of `infra/reference/configuration.md`. */
  settings?: Readonly<Record<string, string>>;
  /** Origins of gateways that run already: the house is not of this checkout. */
  at?: readonly string[];
}

/** The size of a run, what its services were told, and whose they are, in a line. */
export function planWords(plan: RunPlan): string {
  const { members, rate, minutes, shape } = plan;
  return `${members} members, up to ${rate} actions a second, ${minutes} min, ${shape}${targetText(plan)}`;
}

/** What sets the house of a run apart from the usual one of this checkout; '' where nothing does. */
export function targetText({ settings = {}, at = [] }: RunPlan): string {
  const reported = Object.entries(settings).map(([name, value]) => `, ${name}=${value}`);
  return `${reported.join('')}${at.length > 0 ? `, at ${at.join(' ')}` : ''}`;
}

/** What members do on their sockets, and what over HTTP. */
export const SOCKET_ACTIONS = ['send', 'read', 'type'] as const;
export const CALL_ACTIONS = ['list', 'open', 'search', 'like', 'buy'] as const;
export type SocketAction = (typeof SOCKET_ACTIONS)[number];
export type CallAction = (typeof CALL_ACTIONS)[number];

/** A day of a member, in parts of a hundred. */
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
