import type { PaymentWay } from '@heartline/contracts';
import { Button, EmptyState, Section, WayLink } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { waysFor } from '../checkout/offered-ways.ts';
import { useWayName, useWhenCreditsCome } from '../checkout/way-texts.ts';
import { pricedPack } from '../discount/priced-pack.ts';
import { usePackages } from '../packages.ts';
import { BackToChat } from './back-to-chat.tsx';
import { PaymentLine } from './payment-line.tsx';
import type { Payment } from './payment-view.ts';

/** Ways offered here; the page of the pack has the others. */
const MOST_WAYS = 4;

/** Nothing was paid: why, and the ways to try again, those of the failed try last (S4-033, S4-034). */
export function UnpaidPayment({ payment }: { payment: Payment }) {
  const { t } = useLingui();
  const ways = useWaysAgain(payment);
  return (
    <>
      <EmptyState
        level={1}
        drawing="credits"
        title={t`Payment failed or has been cancelled.`}
        action={
          ways.length === 0 && (
            <Button variant="primary" href={`/credits/${payment.package}`}>
              <Trans>Try another method</Trans>
            </Button>
          )
        }
        className="pb-0"
      >
        <WhyUnpaid payment={payment} />
      </EmptyState>
      {ways.length > 0 && <WaysAgain payment={payment} ways={ways} />}
      <div className="mt-6 flex justify-center empty:hidden">
        <BackToChat payment={payment} />
      </div>
      <PaymentLine payment={payment} />
    </>
  );
}

/** The ways in which the pack can be paid now, the one that failed last; empty until they are known. */
function useWaysAgain({ package: id, method }: Payment): PaymentWay[] {
  const { data } = usePackages();
  const pack = data?.packages.find((one) => one.id === id);
  if (!data || !pack) return [];
  const free = waysFor(pricedPack(pack, data), data.ways).map(({ way }) => way);
  const others = free.filter((way) => way.id !== method).slice(0, MOST_WAYS - 1);
  return [...others, ...free.filter((way) => way.id === method)];
}

function WaysAgain({ payment, ways }: { payment: Payment; ways: readonly PaymentWay[] }) {
  const nameOf = useWayName();
  const whenCome = useWhenCreditsCome();
  return (
    <div className="mt-8">
      <Section title={<Trans>Try another method</Trans>}>
        <ul className="grid gap-2">
          {ways.map((way) => (
            <li key={way.id}>
              <WayLink
                href={`/credits/${payment.package}/${way.id}`}
                logo={way.id}
                label={nameOf(way.id)}
                note={whenCome(way.comes)}
              />
            </li>
          ))}
        </ul>
      </Section>
    </div>
  );
}

const BY_CARD: ReadonlySet<string> = new Set(['creditcard', 'applepay', 'nexi']);

function WhyUnpaid({ payment: { reason, state, method } }: { payment: Payment }) {
  switch (reason ?? (state === 'cancelled' ? 'member' : 'declined')) {
    case 'member':
      return <Trans>You cancelled the payment. Nothing was charged.</Trans>;
    case 'replaced':
      return <Trans>You started another checkout, so we closed this one. Nothing was charged.</Trans>;
    case 'expired':
      return method === 'sct' ? (
        <Trans>The money didn’t arrive in time. If you’ve sent it, you’ll still get your credits.</Trans>
      ) : (
        <Trans>The time to pay ran out, so nothing was charged.</Trans>
      );
    case 'refused':
      return <Trans>You can’t use this payment method for this order. Nothing was charged.</Trans>;
    case 'returned':
      return <Trans>The money went back to your account, so no credits were added.</Trans>;
    default:
      return BY_CARD.has(method) ? (
        <Trans>The payment was refused, so nothing was charged. Another card may work.</Trans>
      ) : (
        <Trans>The payment was refused, so nothing was charged.</Trans>
      );
  }
}
