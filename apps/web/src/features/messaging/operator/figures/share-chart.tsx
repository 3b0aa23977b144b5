import type { LanderFigures } from '@heartline/contracts';
import { useLingui } from '@lingui/react/macro';
import { RATES, type RateName, useFigureTexts } from './figure-texts.ts';

/** The scale ends at the first of these shares that holds every interval. */
const SCALES = [0.05, 0.1, 0.2, 0.5, 1];

/** The end of the scale for these rows, as a share of 0 to 1. */
export function scaleOf(rows: readonly LanderFigures[], rate: RateName): number {
  const ends = rows.map(({ rates }) => {
    const one = rates[rate];
    return typeof one === 'string' ? 0 : one.high;
  });
  const highest = Math.max(0, ...ends);
  return SCALES.find((one) => one >= highest) ?? 1;
}

/** A bar for each row with its 95 % interval. Each line says in words what it draws. */
export function ShareChart({ rows, rate }: { rows: readonly LanderFigures[]; rate: RateName }) {
  const { i18n } = useLingui();
  const texts = useFigureTexts();
  const scale = scaleOf(rows, rate);
  return (
    <figure aria-labelledby="share-chart" className="grid gap-3">
      <figcaption id="share-chart" className="title text-lg">
        {i18n._(RATES[rate])}
      </figcaption>
      <ol className="grid gap-x-4 gap-y-3 sm:grid-cols-[minmax(8rem,16rem)_minmax(0,1fr)_auto]">
        {rows.map((row) => (
          <ShareLine key={texts.nameOf(row)} row={row} rate={rate} scale={scale} />
        ))}
        <li aria-hidden className="tabular flex justify-between text-xs text-ink-2 sm:col-start-2">
          <span>{texts.percent(0)}</span>
          <span>{texts.percent(scale)}</span>
        </li>
      </ol>
    </figure>
  );
}

function ShareLine({ row, rate, scale }: { row: LanderFigures; rate: RateName; scale: number }) {
  const texts = useFigureTexts();
  const said = row.rates[rate];
  const at = (share: number) => `${(share / scale) * 100}%`;
  return (
    <li className="grid items-center gap-x-4 gap-y-1 max-sm:grid-cols-[minmax(0,1fr)_auto] sm:col-span-full sm:grid-cols-subgrid">
      <span className="[overflow-wrap:anywhere]">{texts.nameOf(row)}</span>
      <span
        aria-hidden
        className="relative h-6 rounded-sm bg-sunk max-sm:order-last max-sm:col-span-full forced-colors:border"
      >
        {typeof said !== 'string' && (
          <>
            <span
              className="absolute inset-y-0 left-0 rounded-sm bg-pulse forced-colors:bg-[CanvasText]"
              style={{ width: at(said.share) }}
            />
            <span
              className="absolute inset-y-1 border-x-2 border-ink before:absolute before:inset-x-0 before:top-1/2 before:h-0.5 before:-translate-y-1/2 before:bg-ink"
              style={{ left: at(said.low), width: at(said.high - said.low) }}
            />
          </>
        )}
      </span>
      <span className="tabular text-right text-sm">
        {typeof said !== 'string' && <b className="text-base">{texts.percent(said.share)} </b>}
        <span className="text-ink-2">{texts.interval(said)}</span>
      </span>
    </li>
  );
}
