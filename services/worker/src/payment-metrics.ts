import type { Core } from '@heartline/core';
import { oncePerTick } from '@heartline/platform';
import { Gauge, type Registry } from 'prom-client';

type Figures = Awaited<ReturnType<Core['payments']['figures']>>;

/** A count without labels. */
interface Count {
  name: string;
  help: string;
  of(figures: Figures): number;
}

/** Counts by the values of one label. */
interface Counts {
  name: string;
  help: string;
  label: string;
  of(figures: Figures): Iterable<readonly [value: string, count: number]>;
}

const COUNTS: readonly Count[] = [
  {
    name: 'payments_review',
    help: 'Payments held because the amount differs from the order (see admin payments list)',
    of: ({ review }) => review,
  },
  {
    name: 'withdrawals_open',
    help: 'Withdrawal statements that wait for a person (see admin withdrawals list)',
    of: ({ withdrawals }) => withdrawals,
  },
  {
    name: 'debt_credits',
    help: 'Credits that members owe, since a bank took them back after they were spent (see admin debts list)',
    of: ({ debtCredits }) => debtCredits,
  },
];

const LABELLED: readonly Counts[] = [
  { name: 'payments_open', help: 'Unpaid checkouts, by way to pay', label: 'method', of: ({ open }) => open },
  {
    name: 'strays_open',
    help: 'Paid money without an open order: second payments go back; unknown ones, and what is more than ordered (over), wait for a person (see admin strays list)',
    label: 'why',
    of: ({ strays }) => Object.entries(strays),
  },
  {
    name: 'refunds_open',
    help: 'Refunds whose money has not moved yet, and those that wait for a person (see admin refunds list)',
    label: 'state',
    of: ({ refunds }) => Object.entries(refunds),
  },
  {
    name: 'disputes_open',
    help: 'Disputes that may still move: the bank asks (inquiry), or has the money (taken) (see admin disputes list)',
    label: 'state',
    of: ({ disputes }) => Object.entries(disputes),
  },
  {
    name: 'debts_open',
    help: 'Members who owe credits that a bank took back: reminded on day 7 and 21, then a person (see admin debts list)',
    label: 'next',
    of: ({ debts }) => Object.entries(debts),
  },
];

/** Adds the payments that wait, read when metrics are scraped. An unavailable database leaves out these metrics only. */
export function withPaymentMetrics(
  metrics: Registry,
  core: { payments: Pick<Core['payments'], 'figures'> },
): void {
  // All gauges of a scrape ask in one tick.
  const read = oncePerTick(() => core.payments.figures().catch(() => undefined));
  const registers = [metrics];
  for (const { name, help, of } of COUNTS) {
    const gauge = new Gauge({
      name,
      help,
      registers,
      async collect() {
        const figures = await read();
        if (figures) gauge.set(of(figures));
        else gauge.remove();
      },
    });
  }
  for (const { name, help, label, of } of LABELLED) {
    const gauge = new Gauge({
      name,
      help,
      labelNames: [label],
      registers,
      async collect() {
        const figures = await read();
        gauge.reset();
        for (const [value, count] of figures ? of(figures) : []) gauge.set({ [label]: value }, count);
      },
    });
  }
}
