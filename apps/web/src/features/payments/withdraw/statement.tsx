import type { OutputOf, Withdrawal, withdraw } from '@heartline/contracts';
import { Button, FormError } from '@heartline/ui';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import { useFormatLocale } from '../../../client/language.ts';
import { formatMoney } from '../../../people/money.ts';
import { PremiumEnds, RefundLine } from '../refund-line.tsx';

interface StatementProps {
  withdrawal: Withdrawal;
  /** The address that the acknowledgement goes to. */
  email: string;
  error: string | null;
  isPending: boolean;
  onConfirm: (offer: { turn: number; credits: number; cents: number; endsPremium: boolean }) => void;
  onBack: () => void;
}

/** Step two of a withdrawal: the statement with all that it says, and the button that sends it. */
export function Statement({ withdrawal, email, error, isPending, onConfirm, onBack }: StatementProps) {
  const { t } = useLingui();
  const { offer, refunds, number, credits, cents, currency, boughtAt } = withdrawal;
  const locale = useFormatLocale();
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long' });
  return (
    <section aria-labelledby="statement" className="grid gap-5">
      <Heading id="statement">
        <Trans>Your withdrawal</Trans>
      </Heading>
      <dl className="grid gap-3 rounded-card border border-line bg-card p-5">
        <Fact name={t`Purchase`}>
          {plural(credits, { one: '# credit', other: '# credits' })}, {formatMoney(locale, cents, currency)}
        </Fact>
        <Fact name={t`Bought on`}>{day.format(boughtAt)}</Fact>
        <Fact name={t`Receipt number`}>{number}</Fact>
        {offer && (
          <>
            <Fact name={t`You get back`}>
              <strong className="tabular">{formatMoney(locale, offer.cents, offer.currency)}</strong>{' '}
              {plural(offer.credits, { one: '(# unspent credit)', other: '(# unspent credits)' })}
            </Fact>
            <Fact name={t`Confirmation goes to`}>{email}</Fact>
          </>
        )}
      </dl>
      {offer?.endsPremium && (
        <p className="font-medium">
          <PremiumEnds />
        </p>
      )}
      {!offer && <Nothing withdrawal={withdrawal} />}
      {refunds.length > 0 && (
        <ul aria-label={t`Refunds so far`}>
          {refunds.map((refund) => (
            <RefundLine key={refund.turn} refund={refund} />
          ))}
        </ul>
      )}
      <FormError>{error}</FormError>
      <div className="flex flex-wrap gap-3">
        {offer && (
          <Button variant="primary" size="lg" isPending={isPending} onPress={() => onConfirm(termsOf(offer))}>
            <Trans>Confirm withdrawal</Trans>
          </Button>
        )}
        <Button variant="ghost" size="lg" onPress={onBack}>
          <Trans>Back</Trans>
        </Button>
      </div>
    </section>
  );
}

const termsOf = ({ turn, credits, cents, endsPremium }: NonNullable<Withdrawal['offer']>) => ({
  turn,
  credits,
  cents,
  endsPremium,
});

/** The reason why nothing can go back. */
function Nothing({ withdrawal: { none, until, refunds } }: { withdrawal: Withdrawal }) {
  const day = new Intl.DateTimeFormat(useFormatLocale(), { dateStyle: 'long', timeStyle: 'short' }).format(
    until,
  );
  return (
    <p role="status">
      {none === 'over' ? (
        <Trans>You could withdraw from this purchase until {day}.</Trans>
      ) : refunds.length > 0 ? (
        <Trans>You’ve withdrawn from this purchase already.</Trans>
      ) : (
        <Trans>All credits of this purchase have been spent, so there’s nothing to get back.</Trans>
      )}
    </p>
  );
}

/** The acknowledgement on the screen. The same goes out by mail where the purchase was found. */
export function Received({
  answer: { at, refund },
  email,
}: {
  answer: OutputOf<typeof withdraw>;
  email: string;
}) {
  const locale = useFormatLocale();
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'long' }).format(at);
  const money = refund && formatMoney(locale, refund.cents, refund.currency);
  return (
    <section aria-labelledby="received" className="grid gap-3">
      <Heading id="received">
        <Trans>We’ve received your withdrawal</Trans>
      </Heading>
      <p>
        <Trans>It arrived on {moment}.</Trans>
      </p>
      <p>
        {refund ? (
          <Trans>
            {money} goes back to where you paid from. We’ve e-mailed the confirmation to {email}.
          </Trans>
        ) : (
          <Trans>
            A person looks at it and answers to {email}. Keep this page for your records, for example as a
            picture.
          </Trans>
        )}
      </p>
    </section>
  );
}

/** The title of a step, which gets the focus when the step appears. */
function Heading({ id, children }: { id: string; children: ReactNode }) {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <h2 id={id} ref={ref} tabIndex={-1} className="title text-xl outline-none">
      {children}
    </h2>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 sm:grid-cols-[12rem_1fr]">
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}
