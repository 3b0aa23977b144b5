import type { DiscountCode } from '@heartline/contracts';
import { countdownTexts } from '@heartline/domain';
import { Button, Countdown, Skeleton } from '@heartline/ui';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { serverNow } from '../../../client/clock.ts';
import { useFormatLocale } from '../../../client/language.ts';
import { LoadFailure } from '../../../client/load-failure.tsx';
import { useServerClock } from '../../../client/use-server-clock.ts';
import { formatMoment } from '../../../people/moment.ts';
import { OrderPrice } from '../checkout/order-facts.tsx';
import { useOrderOf } from '../checkout/purchase.ts';
import { type Packages, usePackages } from '../packages.ts';
import { usePercent } from './percent.ts';

const DAY_MS = 86_400_000;

/** The discount a member has now: what it takes off, what each pack costs with it, and when it ends (S2-062). */
export function DiscountPanel({ discount }: { discount: DiscountCode }) {
  const percent = usePercent()(discount.value_percentage);
  const { data, error, refetch } = usePackages();
  const { code, kind } = discount;
  return (
    <div className="max-w-text">
      <p className="title tabular text-3xl leading-none text-pulse">
        <Trans>{percent} off</Trans>
      </p>
      <h2 className="title mt-2 text-lg">
        {kind === 'time' || kind === 'welcome' ? (
          <Trans>Your welcome bonus</Trans>
        ) : (
          <Trans>Your code {code}</Trans>
        )}
      </h2>
      <End discount={discount} />
      {!data && error && <LoadFailure error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton className="mt-5 h-48 rounded-card" />}
      {data && <Prices packages={data} />}
      <Button variant="primary" size="lg" href="/credits" className="mt-6 max-sm:w-full">
        <Trans>Choose your credits</Trans>
      </Button>
    </div>
  );
}

/** A countdown on the last day, a date before. */
function End({ discount: { expires } }: { discount: DiscountCode }) {
  const { t } = useLingui();
  const locale = useFormatLocale();
  const isSoon = expires - serverNow() < DAY_MS;
  const now = useServerClock(isSoon ? 1_000 : null);
  const moment = formatMoment(locale, expires);
  return (
    <p className="mt-1 text-ink-2">
      {isSoon ? (
        <>
          <Trans>Offer valid for</Trans>{' '}
          <Countdown left={countdownTexts(expires - now)} label={t`Offer valid for`} className="text-ink" />
        </>
      ) : (
        <Trans>Valid until {moment}</Trans>
      )}
    </p>
  );
}

function Prices({ packages }: { packages: Packages }) {
  const { t } = useLingui();
  const orderOf = useOrderOf();
  return (
    <ul aria-label={t`Credit packs`} className="mt-5 rounded-card border border-line bg-card px-5">
      {packages.packages.map((one) => {
        const { pack } = orderOf(packages, one);
        return (
          <li
            key={pack.id}
            className="flex items-baseline justify-between gap-4 border-line py-3 not-first:border-t"
          >
            <span>{plural(pack.credits, { one: '# credit', other: '# credits' })}</span>
            <span className="tabular text-right">
              <OrderPrice pack={pack} className="text-md" />
            </span>
          </li>
        );
      })}
    </ul>
  );
}
