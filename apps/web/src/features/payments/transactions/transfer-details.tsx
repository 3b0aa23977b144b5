import type { PaymentView, TransferInstructions } from '@heartline/contracts';
import { Card, IconButton, Skeleton, showToast } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { Check, Copy } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useFormatLocale } from '../../../client/language.ts';
import { lazyComponent } from '../../../client/lazy-component.ts';
import { formatMoney } from '../../../people/money.ts';
import { epcText } from './epc-text.ts';

const EpcCode = lazyComponent(() => import('./epc-code.tsx'), 'EpcCode');

interface TransferDetailsProps {
  /** The account, with what is still to be transferred. */
  to: TransferInstructions;
  /** Price and cents that came so far. */
  payment: Pick<PaymentView, 'priceCents' | 'receivedCents' | 'currency'>;
  /** Level of the heading: 1 on a page, 3 in a dialog. */
  level?: 1 | 3;
  children?: ReactNode;
}

/** The account to transfer the money to: each part to copy, and a code for the banking app. */
export function TransferDetails({ to, payment, level = 1, children }: TransferDetailsProps) {
  const { t } = useLingui();
  const locale = useFormatLocale();
  const amount = formatMoney(locale, to.cents, to.currency);
  const until = new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(to.until);
  const code = epcText(to);
  const Heading = `h${level}` as const;
  return (
    <>
      <Heading className={level === 1 ? 'title text-xl md:text-2xl' : 'title text-lg'}>
        <Trans>Transfer {amount}</Trans>
      </Heading>
      <p className="mt-1 text-ink-2">
        <Trans>
          Your credits will be added once the money arrives, usually within one working day. We’ll wait for it
          until {until}.
        </Trans>
      </p>
      {payment.receivedCents > 0 && <ReceivedSoFar payment={payment} />}
      <Card className="mt-6">
        <dl className="grid gap-1">
          <Detail name={t`Account holder`} value={to.holder} />
          <Detail name={t`IBAN`} value={to.iban.replaceAll(' ', '')} shown={inFours(to.iban)} />
          <Detail name={t`BIC`} value={to.bic} />
          <Detail name={t`Reference`} value={to.reference} />
          <Detail name={t`Amount`} value={(to.cents / 100).toFixed(2)} shown={amount} />
        </dl>
        <p className="mt-3 text-sm text-ink-2">
          <Trans>
            Use exactly this reference so we can recognise your transfer. The account belongs to our payment
            partner, and your bank checks the holder’s name.
          </Trans>
        </p>
        {code && (
          <figure className="mt-5 flex flex-wrap items-center gap-5 border-t border-line pt-5">
            <Suspense fallback={<Skeleton className="size-44" />}>
              <EpcCode text={code} label={t`QR code with this transfer`} />
            </Suspense>
            <figcaption className="min-w-40 flex-1 text-sm text-ink-2">
              <Trans>Scan it with your banking app to fill everything in.</Trans>
            </figcaption>
          </figure>
        )}
      </Card>
      {children}
    </>
  );
}

/** Part of the money came: the rest may follow in a transfer of its own. */
function ReceivedSoFar({ payment }: Pick<TransferDetailsProps, 'payment'>) {
  const locale = useFormatLocale();
  const { receivedCents, priceCents, currency } = payment;
  const received = formatMoney(locale, receivedCents, currency);
  const total = formatMoney(locale, priceCents, currency);
  return (
    <p className="tabular mt-4 rounded-card bg-sunk p-4 font-semibold">
      <Trans>
        {received} of {total} received
      </Trans>
      <span className="mt-1 block font-normal text-ink-2">
        <Trans>Transfer the rest to the same account, with the same reference.</Trans>
      </span>
    </p>
  );
}

/** An IBAN in groups of four characters, as banks print it. */
const inFours = (iban: string) => iban.replaceAll(' ', '').replaceAll(/(.{4})(?=.)/g, '$1 ');

function Detail({ name, value, shown = value }: { name: string; value: string; shown?: string }) {
  const { t } = useLingui();
  const [isCopied, setCopied] = useState(false);
  const copy = () => {
    navigator.clipboard.writeText(value).then(
      () => setCopied(true),
      () => void showToast({ title: t`Your browser blocked copying`, tone: 'error' }),
    );
  };
  return (
    <div className="relative border-b border-line py-2 pr-13 last:border-0">
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className="tabular font-semibold wrap-anywhere">
        {shown}
        <span className="absolute top-1/2 right-0 -translate-y-1/2">
          <IconButton label={isCopied ? t`Copied: ${name}` : t`Copy: ${name}`} onPress={copy}>
            {isCopied ? (
              <Check className="size-5 text-leaf" aria-hidden />
            ) : (
              <Copy className="size-5" aria-hidden />
            )}
          </IconButton>
        </span>
      </dd>
    </div>
  );
}
