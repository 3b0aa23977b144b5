import type { Series } from './watch.ts';

/** A disturbance of the app in a run, at this second of it. */
export interface Mark {
  second: number;
  what: string;
}

/** The lines of one group: a plain SVG chart with the same figures as a table below. */
export interface Chart {
  title: string;
  unit: string;
  /** Name of the horizontal axis. */
  across: string;
  /** Start of the axis; 0 by default. */
  from?: number;
  lines: { name: string; points: readonly (readonly [number, number | undefined])[] }[];
  marks?: readonly Mark[];
}

const WIDTH = 420;
const HEIGHT = 190;
const LEFT = 58;
const TOP = 14;
const BOTTOM = 30;
const RIGHT = 12;
const TICKS = 4;
/** Maximum rows of the table below a chart; longer ones are thinned out. */
const TABLE_ROWS = 20;
/** Shorter than the time between two samples, or two slices of the shortest run. */
const ONE_LOOK_S = 0.25;

/** Charts of a run, one per group of lines. */
export function chartsOf(series: readonly Series[], marks: readonly Mark[]): Chart[] {
  const groups = new Map<string, Series[]>();
  for (const line of series) groups.set(line.group, [...(groups.get(line.group) ?? []), line]);
  return [...groups].map(([title, lines]) => ({
    title,
    unit: lines[0]?.unit ?? '',
    across: 'seconds',
    lines: lines.map(({ name, points }) => ({ name, points })),
    marks,
  }));
}

/** A chart with its legend and its table, as HTML. */
export function drawChart(chart: Chart, id: string): string {
  const { title, unit, across, lines } = chart;
  const legend = lines.map((line, index) => `<li>${keyOf(index)}${escape(line.name)}</li>`).join('');
  return `<figure class="chart"><figcaption id="${id}"><strong>${escape(title)}</strong> <span>${escape(unit)}, over ${escape(across)}</span></figcaption>
${drawing(chart, id)}
<ul class="legend">${legend}</ul>
<details><summary>The same as a table</summary>${tableOf(chart, id)}</details></figure>`;
}

function drawing({ lines, marks = [], from = 0 }: Chart, id: string): string {
  const points = lines.flatMap((line) => line.points);
  const known = points.map(([, value]) => value).filter((value) => value !== undefined);
  const top = ceiling(Math.max(0, ...known));
  const last = Math.max(1, ...points.map(([at]) => at));
  const first = Math.min(from, ...points.map(([at]) => at));
  const x = (at: number) => LEFT + ((at - first) / (last - first)) * (WIDTH - LEFT - RIGHT);
  const y = (value: number) => HEIGHT - BOTTOM - (value / top) * (HEIGHT - TOP - BOTTOM);
  const grid = Array.from({ length: TICKS + 1 }, (_, tick) => {
    const value = (top * tick) / TICKS;
    return `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${fix(y(value))}" y2="${fix(y(value))}"/><text class="tick" x="${LEFT - 8}" y="${fix(y(value) + 4)}" text-anchor="end">${short(value)}</text>`;
  });
  // Ticks are whole: neither seconds nor runs have halves.
  const step = Math.max(1, ceiling((last - first) / TICKS));
  const below = Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, tick) => {
    const at = first + step * tick;
    return `<text class="tick" x="${fix(x(at))}" y="${HEIGHT - 10}" text-anchor="middle">${short(at)}</text>`;
  });
  const events = marks.map(
    ({ second, what }) =>
      `<line class="mark" x1="${fix(x(second))}" x2="${fix(x(second))}" y1="${TOP}" y2="${HEIGHT - BOTTOM}"><title>${escape(what)}</title></line>`,
  );
  const paths = lines.map(
    (line, index) => `<path class="line line-${index % 6}" d="${pathOf(line.points, x, y)}"/>`,
  );
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="${id}">${grid.join('')}${below.join('')}${events.join('')}${paths.join('')}</svg>`;
}

/** Path of a line, with gaps where no value was read. */
function pathOf(
  points: Chart['lines'][number]['points'],
  x: (at: number) => number,
  y: (value: number) => number,
): string {
  let isPenUp = true;
  const steps: string[] = [];
  for (const [at, value] of points) {
    if (value === undefined || value === null) {
      isPenUp = true;
      continue;
    }
    steps.push(`${isPenUp ? 'M' : 'L'}${fix(x(at))} ${fix(y(value))}`);
    isPenUp = false;
  }
  return steps.join('');
}

/** A sample of the line for the legend: its dash pattern works without colours. */
function keyOf(line: number): string {
  return `<svg class="key" width="28" height="4" aria-hidden="true"><path class="line line-${line % 6}" d="M0 2H28"/></svg>`;
}

function tableOf({ lines, across, unit }: Chart, id: string): string {
  const all = [...new Set(lines.flatMap((line) => line.points.map(([at]) => at)))].sort((a, b) => a - b);
  // Values of one sample are a few milliseconds apart and make one row.
  const times = all.filter((at, index) => index === 0 || at - (all[index - 1] as number) > ONE_LOOK_S);
  const step = Math.max(1, Math.ceil(times.length / TABLE_ROWS));
  const shown = times.filter((_, index) => index % step === 0);
  const head = lines.map(({ name }) => `<th scope="col" class="num">${escape(name)}</th>`).join('');
  const rows = shown.map((at) => {
    const cells = lines.map((line) => {
      const value = line.points.find(([time]) => time >= at && time - at < ONE_LOOK_S)?.[1];
      return `<td class="num">${value === undefined || value === null ? '–' : short(value)}</td>`;
    });
    return `<tr><th scope="row">${short(at)}</th>${cells.join('')}</tr>`;
  });
  return `<div class="scroll" tabindex="0" role="region" aria-labelledby="${id}"><table><thead><tr><th scope="col">${escape(across)}</th>${head}</tr></thead><tbody>${rows.join('')}</tbody></table><p class="quiet">${escape(unit)}</p></div>`;
}

/** The next round number at or above `value`: 1, 2 or 5 and zeros. */
function ceiling(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5, 10].find((step) => step * power >= value) ?? 10) * power;
}

/** Formats a figure with three significant digits. */
export function short(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-GB');
  return String(Number(value.toPrecision(3)));
}

const fix = (value: number) => value.toFixed(1);

export function escape(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}
