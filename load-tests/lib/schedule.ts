/** A stage of a run: the rate moves linearly from `from` to `to` actions a second. */
export interface Stage {
  seconds: number;
  from: number;
  to: number;
}

/** Due times of the actions of a run, in milliseconds from its start. They do not depend on the answers. */
export interface Schedule {
  /** Actions of the whole run. */
  total: number;
  durationMs: number;
  /** When action `index` (0, 1, 2 …) is due. */
  dueAt(index: number): number;
}

interface Stretch extends Stage {
  startMs: number;
  /** Actions due before it begins. */
  before: number;
}

/** Lays stages end to end. */
export function createSchedule(stages: readonly Stage[]): Schedule {
  const stretches: Stretch[] = [];
  let startMs = 0;
  let before = 0;
  for (const stage of stages) {
    stretches.push({ ...stage, startMs, before });
    startMs += stage.seconds * 1_000;
    before += (stage.seconds * (stage.from + stage.to)) / 2;
  }
  const total = Math.floor(before + 1e-6);
  return {
    total,
    durationMs: startMs,
    dueAt(index) {
      const stretch = stretches.findLast((one) => one.before <= index) ?? stretches[0];
      return stretch ? stretch.startMs + secondsUntil(stretch, index - stretch.before) * 1_000 : 0;
    },
  };
}

/** Solves `from·t + (to − from)·t² / 2s = count` for t. */
function secondsUntil({ from, to, seconds }: Stage, count: number): number {
  const bend = (to - from) / (2 * seconds);
  if (Math.abs(bend) < 1e-9) return from === 0 ? seconds : Math.min(seconds, count / from);
  const root = Math.max(0, from * from + 4 * bend * count);
  return Math.min(seconds, (Math.sqrt(root) - from) / (2 * bend));
}

/** The course of the rate over a run of `seconds`, with `rate` as its highest value. */
export type Shape = 'flat' | 'steady' | 'stairs' | 'spike';

const SHAPES: Readonly<Record<Shape, readonly (readonly [share: number, from: number, to: number])[]>> = {
  flat: [[1, 1, 1]],
  steady: [
    [0.1, 0.1, 1],
    [0.9, 1, 1],
  ],
  stairs: [
    [0.05, 0.05, 0.25],
    [0.2, 0.25, 0.25],
    [0.05, 0.25, 0.5],
    [0.2, 0.5, 0.5],
    [0.05, 0.5, 0.75],
    [0.2, 0.75, 0.75],
    [0.05, 0.75, 1],
    [0.2, 1, 1],
  ],
  spike: [
    [0.4, 0.1, 0.1],
    [0.02, 0.1, 1],
    [0.18, 1, 1],
    [0.02, 1, 0.1],
    [0.38, 0.1, 0.1],
  ],
};

/** The stages of a shape. `spike` reaches ten times its base rate within 2 % of the run. */
export function stagesOf(shape: Shape, rate: number, seconds: number): Stage[] {
  return SHAPES[shape].map(([share, from, to]) => ({
    seconds: share * seconds,
    from: from * rate,
    to: to * rate,
  }));
}

/** The same stages with `share` of their rate. */
export function partOf(stages: readonly Stage[], share: number): Stage[] {
  return stages.map(({ seconds, from, to }) => ({ seconds, from: from * share, to: to * share }));
}
