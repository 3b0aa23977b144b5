import { type CreditPackage, type PackageId, startPayment } from '@heartline/contracts';
import { Button, FormError, PackageGroup, Skeleton } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ApiError, call } from '../../client/api.ts';
import { useErrorMessage } from '../../client/error-message.ts';
import { formatLocale } from '../../client/language.ts';
import { keys, queryClient } from '../../client/query.ts';
import { useSettings } from '../../client/session.ts';
import { onShownAgain } from '../../client/shown-again.ts';
import { formatMoney } from '../../people/money.ts';
import { packagesQuery, usePackageText } from './packages.ts';
import { PauseNotice } from './pause-notice.tsx';
import { useTimeBonus } from './time-bonus.ts';

/** On a slow connection the provider's page takes this long to start. */
const LEAVING_MS = 8_000;

/** The four packs, their prices, and the redirect to the provider's payment page. */
export function PackShop() {
  const { t, i18n } = useLingui();
  const { data, error, refetch } = useQuery(packagesQuery);
  const describe = usePackageText();
  const errorTextOf = useErrorMessage();
  const [chosen, setChosen] = useState<PackageId | null>(null);
  const payment = usePayment();
  useBonusEnd();
  if (error && !data) {
    return (
      <div className="grid justify-items-start gap-3">
        <FormError>{errorTextOf(error)}</FormError>
        <Button onPress={() => void refetch()}>{t`Try again`}</Button>
      </div>
    );
  }
  if (!data) return <ShopSkeleton />;
  const pack = data.packages.find((one) => one.id === chosen) ?? data.packages.find((one) => one.popular);
  const price = pack && formatMoney(formatLocale(i18n), pack.priceCents, pack.currency);
  return (
    <div className="grid grid-cols-1 gap-5">
      <PauseNotice />
      <PackageGroup
        label={t`Choose a pack`}
        options={data.packages.map(describe)}
        value={pack?.id ?? null}
        onChange={(value) => setChosen(value as PackageId)}
        notice={<OneTimeNotice />}
      />
      <FormError>{payment.error ? errorTextOf(payment.error) : undefined}</FormError>
      {pack && (
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <Button
            variant="primary"
            size="lg"
            isPending={payment.isPending || payment.isSuccess}
            onPress={() => payment.mutate(pack)}
            className="max-sm:w-full"
          >
            <Trans>Pay {price}</Trans>
          </Button>
          <p className="flex items-center gap-2 text-sm text-ink-2">
            <Lock className="size-4" aria-hidden />
            <Trans>You pay by card on our payment partner’s own page.</Trans>
          </p>
        </div>
      )}
    </div>
  );
}

/**
 * Opens a payment and redirects to the provider's page. One attempt has one key: a press and its repeats are the same
 * payment. Another pack, or a used key, is another attempt.
 */
function usePayment() {
  const attempt = useRef({ pack: '', key: '' });
  const payment = useMutation({
    mutationFn: async (pack: CreditPackage) => {
      if (attempt.current.pack !== pack.id) attempt.current = attemptAt(pack);
      const { id, priceCents, currency } = pack;
      const seen = { priceCents, currency };
      const start = () =>
        call(startPayment, { key: attempt.current.key, package: id, method: 'creditcard', seen });
      try {
        return await start();
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'KEY_REUSED') throw error;
        // The page was left and is shown again unchanged: its attempt has ended meanwhile.
        attempt.current = attemptAt(pack);
        return start();
      }
    },
    onSuccess: ({ redirect }) => location.assign(redirect),
    onError: (error) => {
      if (!(error instanceof ApiError) || error.status === 0) return;
      // The button asks once more, at the current price. The key stays the same, since it may hold the discount.
      if (error.code === 'PACK_PRICE_CHANGED') askForPrices();
      else if (error.code !== 'PAYMENT_UNAVAILABLE') attempt.current = { pack: '', key: '' };
    },
  });
  const { reset, isSuccess } = payment;
  // A member who comes back from the provider's page may find this page still in its redirect state.
  useEffect(() => onShownAgain(reset), [reset]);
  // No event reports a cancelled redirect. Another press leads to the same payment.
  useEffect(() => {
    if (!isSuccess) return undefined;
    const leaving = setTimeout(reset, LEAVING_MS);
    return () => clearTimeout(leaving);
  }, [isSuccess, reset]);
  return payment;
}

const attemptAt = ({ id }: CreditPackage) => ({ pack: id, key: crypto.randomUUID() as string });

function askForPrices(): void {
  void queryClient.invalidateQueries({ queryKey: keys.packages });
}

/** The welcome discount ends by the clock, on an open page too: without a live connection no event reports it. */
function useBonusEnd(): void {
  const isRunning = useTimeBonus() !== null;
  const wasRunning = useRef(isRunning);
  useEffect(() => {
    if (wasRunning.current && !isRunning) askForPrices();
    wasRunning.current = isRunning;
  }, [isRunning]);
}

/** The terms of every purchase: a single payment, refundable as far as unspent, and Premium. */
export function OneTimeNotice() {
  const { refund_days: days } = useSettings();
  return (
    <Trans>
      One-time payment, no subscription. What you don’t spend can be refunded within {days} days. Your first
      pack makes you Premium for life, unless you refund more than half of it.
    </Trans>
  );
}

function ShopSkeleton() {
  return (
    <div aria-hidden className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-4">
      {['p0', 'p1', 'p2', 'p3'].map((id) => (
        <Skeleton key={id} className="h-24 rounded-card sm:h-44" />
      ))}
    </div>
  );
}
