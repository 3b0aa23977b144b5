import type { LanderFigures } from '@heartline/contracts';
import { Trans, useLingui } from '@lingui/react/macro';
import { RATES, type RateName, useFigureTexts } from './figure-texts.ts';

/** Every figure of the rows. Scrolls sideways by itself where it is wider than the page. */
export function FiguresTable({ rows, named }: { rows: readonly LanderFigures[]; named: string }) {
  const { t, i18n } = useLingui();
  const texts = useFigureTexts();
  const rate = ({ rates }: LanderFigures, name: RateName) => {
    const one = rates[name];
    return typeof one === 'string'
      ? texts.interval(one)
      : `${texts.percent(one.share)} (${texts.interval(one)})`;
  };
  const columns: [head: string, cell: (row: LanderFigures) => string][] = [
    [t`Views`, ({ views }) => texts.count(views)],
    [t`Starts`, ({ starts }) => texts.count(starts)],
    [i18n._(RATES.start), (row) => rate(row, 'start')],
    [t`Sign-ups`, ({ signUps }) => texts.count(signUps)],
    [i18n._(RATES.signUp), (row) => rate(row, 'signUp')],
    [t`Confirmed`, ({ activated }) => texts.count(activated)],
    [i18n._(RATES.activation), (row) => rate(row, 'activation')],
    [t`Buyers`, ({ buyers }) => texts.count(buyers)],
    [i18n._(RATES.purchase), (row) => rate(row, 'purchase')],
    [t`Revenue`, texts.money],
  ];
  return (
    <div className="grid gap-3">
      <h2 id="all-figures" className="title text-lg">
        <Trans>All figures</Trans>
      </h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroller must be reachable by the keyboard */}
      <section aria-labelledby="all-figures" tabIndex={0} className="overflow-x-auto">
        <table className="tabular w-full text-left text-sm whitespace-nowrap">
          <thead className="text-ink-2">
            <tr>
              <th scope="col" className="py-2 pr-4 font-medium">
                {named}
              </th>
              {columns.map(([head]) => (
                <th key={head} scope="col" className="py-2 pl-4 text-right font-medium">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={texts.nameOf(row)} className="border-t border-line">
                <th scope="row" className="py-3 pr-4 font-medium">
                  {texts.nameOf(row)}
                </th>
                {columns.map(([head, cell]) => (
                  <td key={head} className="py-3 pl-4 text-right">
                    {cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
