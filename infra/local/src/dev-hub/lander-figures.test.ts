import { expect, it } from 'vitest';
import { landerFiguresPage } from './lander-figures.ts';

const places = { devHub: 'http://hub', mailbox: 'http://mail', push: 'http://push', payments: 'http://pay' };
const share = { share: 0.04, low: 0.02, high: 0.08 };
const row = {
  of: { lander: 'gallery', slug: '<b>summer</b>' },
  views: 1_000,
  starts: 100,
  swipes: 0,
  signUps: 40,
  activated: 16,
  buyers: 4,
  revenue: [{ currency: 'EUR', cents: 3_996 }],
  rates: { start: share, signUp: share, activation: share, purchase: 'too few' as const },
};
const draw = (stats: Parameters<typeof landerFiguresPage>[0]['stats']) =>
  landerFiguresPage({ stats, by: 'slug', asked: {}, places });

it('draws a bar with its interval on a scale that holds all of it', () => {
  const text = draw({ done: { from: '2026-11-01', to: '2026-11-30', rows: [row] } });
  expect(text).toContain('style="width:40.00%"');
  expect(text).toContain('style="left:20.00%;width:60.00%"');
});

it('has every figure in a table, and names as text', () => {
  const text = draw({ done: { from: '2026-11-01', to: '2026-11-30', rows: [row] } });
  for (const figure of ['1000', '40', '16', '4.0 % (2.0–8.0)', 'too few to say', '39.96 EUR'])
    expect(text).toContain(`<td class="num">${figure}</td>`);
  expect(text).toContain('gallery / &lt;b&gt;summer&lt;/b&gt;');
});

it('says what is wrong with the days, and when there is nothing', () => {
  expect(draw({ problem: 'The first day is after the last one.' })).toContain('after the last one.');
  expect(draw({ done: { from: '2026-11-01', to: '2026-11-30', rows: [] } })).toContain('No visit');
});
