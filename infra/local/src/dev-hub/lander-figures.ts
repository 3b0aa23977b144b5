import { join } from 'node:path';
import { LANDER_SPLITS, type LanderStats } from '@heartline/core';
import type { Queues } from '@heartline/platform';
import type { FastifyInstance } from 'fastify';
import { DATA } from '../app/places.ts';
import { type Html, html } from '../pages/html.ts';
import { empty, type Places, page, sendPage } from '../pages/page.ts';
import { createSeedCore } from '../seed/seed-core.ts';
import { DEMO_SITE } from '../seed/seed-members.ts';
import type { DevHubOptions } from './dev-hub-options.ts';

interface Query {
  by?: string;
  from?: string;
  to?: string;
}

/** The figures of landers as a chart with its table, those that `admin landers stats` prints. */
export function addLanderFigures(
  app: FastifyInstance,
  { store, places }: Pick<DevHubOptions, 'store' | 'places'>,
  queues: Queues,
): void {
  const seed = createSeedCore(store.mongo, join(DATA, 'media'), queues);
  app.get<{ Querystring: Query }>('/landers', async ({ query }, reply) => {
    seed.at(store.clock.now());
    const by = LANDER_SPLITS.find((split) => split === query.by);
    const [from, to] = [query.from || undefined, query.to || undefined];
    const stats = await seed.core.pages.landers.operate.stats(DEMO_SITE, { by, from, to });
    return sendPage(reply, landerFiguresPage({ stats, by, asked: query, places }));
  });
}

interface View {
  stats: { done: { from: string; to: string; rows: readonly LanderStats[] } } | { problem: string };
  by: string | undefined;
  asked: Query;
  places: Places;
}

/** The page of the figures. */
export function landerFiguresPage({ stats, by, asked, places }: View): string {
  const span = 'done' in stats ? stats.done : { from: asked.from ?? '', to: asked.to ?? '' };
  const body = html`<section><h1>What landers bring</h1>
    <p class="quiet">Views of these days, and members who signed up in them with all that they paid since. Lines are 95 % intervals.</p>
    <form method="get" action="/landers"><div class="actions">
      <label>For each <select name="by"><option value="">lander</option>${LANDER_SPLITS.map((split) => html`<option${split === by && html` selected`}>${split}</option>`)}</select></label>
      <label>From <input type="date" name="from" value="${span.from}"></label>
      <label>to <input type="date" name="to" value="${span.to}"></label>
      <button>Show</button></div></form></section>${figures(stats)}`;
  return page({ title: 'What landers bring', body, places, current: 'landers' });
}

function figures(stats: View['stats']): Html {
  if ('problem' in stats) return html`<p role="alert">${stats.problem}</p>`;
  const { rows } = stats.done;
  if (rows.length === 0) return empty('No visit and no sign-up in these days.');
  return html`<section><h2>Sign-ups of a hundred views</h2>${chart(rows)}</section>
    <section><h2>All figures</h2>${table(rows)}</section>`;
}

const nameOf = ({ of }: LanderStats) =>
  Object.values(of)
    .map((name) => name || '–')
    .join(' / ');

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

/** Scales of charts end at one of these shares. */
const SCALES = [0.05, 0.1, 0.2, 0.5, 1];

/** Bars with their intervals. Hidden from screen readers, which read the table below it. */
function chart(rows: readonly LanderStats[]): Html {
  const highest = Math.max(
    0,
    ...rows.map(({ rates: { signUp } }) => (typeof signUp === 'string' ? 0 : signUp.high)),
  );
  const scale = SCALES.find((one) => one >= highest) ?? 1;
  const at = (share: number) => `${((share / scale) * 100).toFixed(2)}%`;
  const bars = rows.map((row) => {
    const { signUp } = row.rates;
    const said = typeof signUp === 'string' ? rateOf(signUp) : percent(signUp.share);
    const drawn =
      typeof signUp !== 'string' &&
      html`<i class="bar-of" style="width:${at(signUp.share)}"></i><i class="span-of" style="left:${at(signUp.low)};width:${at(signUp.high - signUp.low)}"></i>`;
    return html`<div class="bar-row"><span>${nameOf(row)}</span><span class="track">${drawn}</span><span class="num">${said}</span></div>`;
  });
  return html`<div class="rows" aria-hidden="true">${bars}
    <div class="bar-row quiet small"><span></span><span class="ends"><span>0 %</span><span>${percent(scale)}</span></span><span></span></div></div>`;
}

/** A rate with its interval, or why there is none. */
function rateOf(rate: LanderStats['rates']['signUp']): string {
  if (rate === 'too few') return 'too few to say';
  if (rate === 'unknown') return '–';
  return `${percent(rate.share)} (${(rate.low * 100).toFixed(1)}–${(rate.high * 100).toFixed(1)})`;
}

const HEADS = ['Views', 'Starts', 'Sign-ups', 'Of views', 'Activated', 'Buyers', 'Of sign-ups', 'Revenue'];

function table(rows: readonly LanderStats[]): Html {
  const lines = rows.map((row) => {
    const { views, starts, signUps, activated, buyers, rates } = row;
    const money = row.revenue.map(({ cents, currency }) => `${(cents / 100).toFixed(2)} ${currency}`);
    const cells = [views, starts, signUps, rateOf(rates.signUp), activated, buyers, rateOf(rates.purchase)];
    return html`<tr><th scope="row">${nameOf(row)}</th>${[...cells, money.join(', ') || '–'].map((cell) => html`<td class="num">${cell}</td>`)}</tr>`;
  });
  return html`<div class="scroll" tabindex="0" role="region" aria-label="All figures"><table>
    <thead><tr><th scope="col">Name</th>${HEADS.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>${lines}</tbody></table></div>`;
}
