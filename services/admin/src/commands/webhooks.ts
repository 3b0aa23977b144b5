import { type Command, InvalidArgumentError } from 'commander';
import { type Admin, done } from '../admin.ts';
import { time } from '../print/table.ts';

const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** A moment as a person types it: a date and time, or how long ago. */
type Moment = (now: number) => number;

function momentOf(typed: string): Moment {
  const [, count, unit] = /^(\d{1,4})([mhd])$/.exec(typed) ?? [];
  if (count && unit) return (now) => now - Number(count) * UNITS[unit as keyof typeof UNITS];
  const at = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2})?)?$/.test(typed)
    ? Date.parse(/T[\d:]+$/.test(typed) ? `${typed}Z` : typed)
    : Number.NaN;
  if (Number.isNaN(at)) {
    throw new InvalidArgumentError(
      'It takes a time such as 2026-11-29T08:30 (UTC), a date, or 90m, 6h or 3d ago.',
    );
  }
  return () => at;
}

interface ReplayOptions {
  account: string;
  since: Moment;
  until?: Moment;
  reason: string;
}

/** `admin webhooks`: asks a provider again after an outage. */
export function addWebhookCommands(program: Command, admin: Admin): void {
  program
    .command('webhooks')
    .description('Webhooks of payment providers that never came')
    .command('replay')
    .requiredOption('--account <name>', 'which account, as in PAYMENT_ACCOUNTS')
    .requiredOption('--since <time>', 'from when: 2026-11-29T08:30 (UTC), or 90m, 6h, 3d ago', momentOf)
    .option('--until <time>', 'to when; default now', momentOf)
    .requiredOption('--reason <text>', 'why, for the audit log')
    .description(
      'Asks the account for every payment opened in that time, and follows each as a webhook would',
    )
    .action((options: ReplayOptions) => replay(admin, options));
}

async function replay(admin: Admin, { account, since, until, reason }: ReplayOptions): Promise<void> {
  const now = (await admin.core()).accounts.now();
  const window = { from: since(now), to: Math.min(now, until?.(now) ?? now) };
  const act = { act: 'webhook.replay', target: account, reason, detail: window };
  const found = await admin.act(act, async (core) =>
    done(await core.payments.replayWebhooks(account, window)),
  );
  const strays =
    found.unmatched > 0 ? ` ${found.unmatched} were paid and have no order: see strays list.` : '';
  admin.show(
    { account, ...window, ...found },
    `${found.listed} payments of ${account} since ${time(window.from)} are followed.${strays}`,
  );
}
