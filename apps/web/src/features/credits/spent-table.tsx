import type { getSpending, OutputOf } from '@heartline/contracts';
import { limitedUntil } from '@heartline/domain';
import { Trans, useLingui } from '@lingui/react/macro';
import { serverNow } from '../../client/clock.ts';
import { formatLocale } from '../../client/language.ts';
import { formatCount, formatMoney } from '../../people/money.ts';

type Spending = OutputOf<typeof getSpending>;

/** The spending of today, this week and this month, in credits and in the money they cost. */
export function SpentTable({ spending }: { spending: Spending }) {
  const { t, i18n } = useLingui();
  const { spent, limits, zone } = spending;
  const begins = useBeginning(zone);
  const count = (credits: number) => formatCount(formatLocale(i18n), credits);
  const rows = [
    { name: t`Today`, of: spent.day, limit: limits.day },
    { name: t`This week`, of: spent.week, limit: limits.week },
    { name: t`This month`, of: spent.month, limit: limits.month },
  ];
  return (
    <section aria-labelledby="spent">
      <h2 id="spent" className="title mb-3 text-lg">
        <Trans>Spent so far</Trans>
      </h2>
      <table className="tabular w-full text-left">
        <thead className="text-sm text-ink-2">
          <tr>
            <th scope="col" className="py-2 font-medium">
              <span className="sr-only">{t`When`}</span>
            </th>
            <th scope="col" className="py-2 text-right font-medium">{t`Credits`}</th>
            <th scope="col" className="py-2 text-right font-medium">{t`Limit`}</th>
            <th scope="col" className="py-2 text-right font-medium">{t`Money`}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, of, limit }) => (
            <tr key={name} className="border-t border-line">
              <th scope="row" className="py-3 font-medium">
                {name}
              </th>
              <td className="py-3 text-right font-semibold">{count(of.credits)}</td>
              <td className="py-3 text-right">{limit === null ? '–' : count(limit)}</td>
              <td className="py-3 text-right">
                {of.money.length === 0
                  ? '–'
                  : of.money
                      .map(({ cents, currency }) => formatMoney(formatLocale(i18n), cents, currency))
                      .join(' + ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 text-sm text-ink-2">
        <Trans>Money is what you paid for the credits. Free credits cost nothing.</Trans>
      </p>
      {begins && (
        <p className="mt-2 text-sm text-ink-2">
          <Trans>Limits reset at midnight site time ({begins} for you).</Trans>
        </p>
      )}
    </section>
  );
}

/** The start of a day in the zone of the limits, by this device's clock; undefined when that is midnight here too. */
function useBeginning(zone: string): string | undefined {
  const { i18n } = useLingui();
  const begins = new Date(limitedUntil({ zone, rises: {} }, 'day', serverNow()));
  if (begins.getHours() === 0 && begins.getMinutes() === 0) return undefined;
  return new Intl.DateTimeFormat(formatLocale(i18n), { timeStyle: 'short' }).format(begins);
}
