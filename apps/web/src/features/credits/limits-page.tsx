import {
  type getSpending,
  type OutputOf,
  SPENDING_LIMIT_MAX,
  SPENDING_PERIODS,
  setSpending,
} from '@heartline/contracts';
import { pauseOver } from '@heartline/domain';
import { Button, Page, PageHeader, Skeleton, showToast, TextField, TextLink } from '@heartline/ui';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { call } from '../../client/api.ts';
import { serverNow } from '../../client/clock.ts';
import { useDocumentTitle } from '../../client/document-title.ts';
import { useErrorMessage } from '../../client/error-message.ts';
import { formatLocale } from '../../client/language.ts';
import { LoadFailure } from '../../client/load-failure.tsx';
import { keys, queryClient } from '../../client/query.ts';
import { spendingQuery } from '../../client/spending-query.ts';
import { formatMoment } from '../../people/moment.ts';
import { formatCount } from '../../people/money.ts';
import { SpentTable } from './spent-table.tsx';

type Spending = OutputOf<typeof getSpending>;
type Period = keyof Spending['limits'];

const DAY_MS = 86_400_000;
const PAUSES = [1, 7, 30] as const;

/** The member's own spending limits: per day, week and month, and a pause. */
export function LimitsPage() {
  const { t } = useLingui();
  useDocumentTitle(t`Spending limits`);
  const { data, error, refetch } = useQuery(spendingQuery);
  return (
    <Page width="text" className="grow">
      <PageHeader
        title={t`Spending limits`}
        description={t`Your limits apply on all your devices. A lower limit applies immediately, a higher one after 24 hours.`}
        eyebrow={
          <TextLink href="/credits" className="target">
            <Trans>Credits</Trans>
          </TextLink>
        }
      />
      {!data && !error && <LimitsSkeleton />}
      {!data && error && <LoadFailure error={error} onRetry={refetch} />}
      {data && (
        <div className="grid gap-10">
          <SpentTable spending={data} />
          <Limits spending={data} />
          <Pause spending={data} />
        </div>
      )}
    </Page>
  );
}

/** Saves one change alone: the other limits may have been changed meanwhile. Shows the result. */
function useWish() {
  const { t } = useLingui();
  const errorTextOf = useErrorMessage();
  return useMutation({
    mutationFn: (wish: Partial<Pick<Spending, 'limits' | 'pausedUntil'>>) => call(setSpending, wish),
    onSuccess: () => void showToast({ title: t`Saved`, tone: 'success' }),
    onError: (failure) => void showToast({ title: errorTextOf(failure), tone: 'error' }),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: keys.spending });
      void queryClient.invalidateQueries({ queryKey: keys.allPrices });
    },
  });
}

/** The last requested limits as field texts. Pending raises are included, so that saving keeps them. */
function textsOf({ limits, rises }: Spending): Record<Period, string> {
  const of = (period: Period) => String((rises[period] ? rises[period].to : limits[period]) ?? '');
  return { day: of('day'), week: of('week'), month: of('month') };
}

function Limits({ spending }: { spending: Spending }) {
  const { t, i18n } = useLingui();
  const save = useWish();
  const [texts, setTexts] = useState(() => textsOf(spending));
  // Updates the fields without remounting the form, which would lose the focus. Pending raises are included: a raise
  // that was cancelled elsewhere would be requested again with the next save.
  const next = textsOf(spending);
  const [known, setKnown] = useState(next);
  if (SPENDING_PERIODS.some((period) => known[period] !== next[period])) {
    setKnown(next);
    // Text typed since the last save, or since a change elsewhere, stays.
    const of = (period: Period) => (texts[period] === known[period] ? next[period] : texts[period]);
    setTexts({ day: of('day'), week: of('week'), month: of('month') });
  }
  const labels: Record<Period, string> = {
    day: t`Credits per day`,
    week: t`Credits per week`,
    month: t`Credits per month`,
  };
  const most = formatCount(formatLocale(i18n), SPENDING_LIMIT_MAX);
  const isWrong = (period: Period) => {
    const text = texts[period].trim();
    return !/^\d*$/.test(text) || Number(text) > SPENDING_LIMIT_MAX;
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (SPENDING_PERIODS.some(isWrong)) return;
    const of = (period: Period) => (texts[period].trim() ? Number(texts[period]) : null);
    save.mutate({ limits: { day: of('day'), week: of('week'), month: of('month') } });
  };
  return (
    <form onSubmit={onSubmit} noValidate aria-labelledby="limits">
      <h2 id="limits" className="title mb-1 text-lg">
        <Trans>Your limits</Trans>
      </h2>
      <p className="mb-4 text-sm text-ink-2">
        <Trans>Leave a field empty for no limit.</Trans>
      </p>
      <div className="grid gap-4 sm:grid-cols-3">
        {SPENDING_PERIODS.map((period) => (
          <TextField
            key={period}
            label={labels[period]}
            inputMode="numeric"
            value={texts[period]}
            onChange={(text) => setTexts((now) => ({ ...now, [period]: text }))}
            description={<Rise spending={spending} period={period} />}
            errorMessage={isWrong(period) ? t`Enter a whole number from 0 to ${most}.` : undefined}
          />
        ))}
      </div>
      <Button type="submit" variant="primary" className="mt-3" isPending={save.isPending}>
        <Trans>Save limits</Trans>
      </Button>
    </form>
  );
}

/** Announces that a limit goes up later, with its value until then. */
function Rise({ spending, period }: { spending: Spending; period: Period }) {
  const { i18n } = useLingui();
  const rise = spending.rises[period];
  if (!rise) return null;
  const when = formatMoment(formatLocale(i18n), rise.from);
  const now = spending.limits[period] ?? 0;
  return (
    <Trans>
      It stays at {now} until {when}.
    </Trans>
  );
}

function Pause({ spending }: { spending: Spending }) {
  const { i18n } = useLingui();
  const title = useRef<HTMLHeadingElement>(null);
  const { pausedUntil, pauseEnds } = spending;
  const format = new Intl.DateTimeFormat(formatLocale(i18n), { dateStyle: 'long', timeStyle: 'short' });
  const over = pauseOver({ pausedUntil, pauseEnds: pauseEnds ?? undefined }, serverNow());
  const until = over === null ? '' : format.format(over);
  return (
    <section aria-labelledby="pause">
      <h2 id="pause" ref={title} tabIndex={-1} className="title mb-1 text-lg outline-none">
        <Trans>Take a break</Trans>
      </h2>
      <p className="mb-4 text-sm text-ink-2" role="status">
        {over === null && (
          <Trans>
            You can’t spend credits during a break, not even by mistake. Ending it early takes 24 hours.
          </Trans>
        )}
        {over !== null && !pauseEnds && <Trans>On a break until {until}.</Trans>}
        {over !== null && pauseEnds && <Trans>You ended your break. It lasts until {until}.</Trans>}
      </p>
      <PauseButtons over={over ?? 0} isEnding={pauseEnds !== null} title={title} />
    </section>
  );
}

interface PauseButtonsProps {
  /** The end of the pause; 0 without one. */
  over: number;
  /** An earlier end is already scheduled. */
  isEnding: boolean;
  /** Takes the focus when the pressed control goes or is disabled. */
  title: RefObject<HTMLElement | null>;
}

function PauseButtons({ over, isEnding, title }: PauseButtonsProps) {
  const { isPending, isSuccess, mutate } = useWish();
  /** The last requested number of days; 0 to end the pause. */
  const [asked, setAsked] = useState<number>();
  const shown = `${over} ${isEnding}`;
  const known = useRef(shown);
  useEffect(() => {
    if (known.current === shown) return;
    known.current = shown;
    if (isSuccess && document.activeElement === document.body) title.current?.focus({ preventScroll: true });
  }, [shown, isSuccess, title]);
  const ask = (days: number) => {
    setAsked(days);
    mutate({ pausedUntil: days === 0 ? null : serverNow() + days * DAY_MS });
  };
  const isOthers = (days: number) => isPending && asked !== days;
  return (
    <div className="flex flex-wrap gap-2">
      {PAUSES.map((days) => (
        <Button
          key={days}
          isPending={isPending && asked === days}
          isDisabled={isOthers(days) || over >= serverNow() + days * DAY_MS}
          onPress={() => ask(days)}
        >
          {plural(days, { one: 'Take # day off', other: 'Take # days off' })}
        </Button>
      ))}
      {over > serverNow() + DAY_MS && !isEnding && (
        <Button
          variant="ghost"
          isPending={isPending && asked === 0}
          isDisabled={isOthers(0)}
          onPress={() => ask(0)}
        >
          <Trans>End in 24 hours</Trans>
        </Button>
      )}
    </div>
  );
}

function LimitsSkeleton() {
  return (
    <div aria-hidden className="grid gap-6">
      <Skeleton className="h-40" />
      <Skeleton className="h-32" />
      <Skeleton className="h-24" />
    </div>
  );
}
