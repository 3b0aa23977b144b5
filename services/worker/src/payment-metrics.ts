import type { Core } from '@heartline/core';
import { oncePerTick } from '@heartline/platform';
import { Gauge, type Registry } from 'prom-client';

/** Adds the payments that wait, read when metrics are scraped. An unavailable database leaves out these metrics only. */
export function withPaymentMetrics(
  metrics: Registry,
  core: { payments: Pick<Core['payments'], 'figures'> },
): void {
  // All gauges of a scrape ask in one tick.
  const read = oncePerTick(() => core.payments.figures().catch(() => undefined));
  const review = new Gauge({
    name: 'payments_review',
    help: 'Payments held because the amount differs from the order (see admin payments list)',
    registers: [metrics],
    async collect() {
      const figures = await read();
      if (figures) review.set(figures.review);
      else review.remove();
    },
  });
  const open = new Gauge({
    name: 'payments_open',
    help: 'Unpaid checkouts, by way to pay',
    labelNames: ['method'],
    registers: [metrics],
    async collect() {
      const figures = await read();
      open.reset();
      for (const [method, count] of figures?.open ?? []) open.set({ method }, count);
    },
  });
  const strays = new Gauge({
    name: 'strays_open',
    help: 'Paid money without an open order: second payments go back; unknown ones, and what is more than ordered (over), wait for a person (see admin strays list)',
    labelNames: ['why'],
    registers: [metrics],
    async collect() {
      const figures = await read();
      strays.reset();
      for (const [why, count] of Object.entries(figures?.strays ?? {})) strays.set({ why }, count);
    },
  });
  const refunds = new Gauge({
    name: 'refunds_open',
    help: 'Refunds whose money has not moved yet, and those that wait for a person (see admin refunds list)',
    labelNames: ['state'],
    registers: [metrics],
    async collect() {
      const figures = await read();
      refunds.reset();
      for (const [state, count] of Object.entries(figures?.refunds ?? {})) refunds.set({ state }, count);
    },
  });
  const debts = new Gauge({
    name: 'debts_open',
    help: 'Members who owe credits that a bank took back: reminded on day 7 and 21, then a person (see admin debts list)',
    labelNames: ['next'],
    registers: [metrics],
    async collect() {
      const figures = await read();
      debts.reset();
      for (const [next, count] of Object.entries(figures?.debts ?? {})) debts.set({ next }, count);
    },
  });
  const withdrawals = new Gauge({
    name: 'withdrawals_open',
    help: 'Withdrawal statements that wait for a person (see admin withdrawals list)',
    registers: [metrics],
    async collect() {
      const figures = await read();
      if (figures) withdrawals.set(figures.withdrawals);
      else withdrawals.remove();
    },
  });
}
