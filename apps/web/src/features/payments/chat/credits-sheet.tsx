import type { PackageId, PaymentMethod } from '@heartline/contracts';
import { Button, Dialog, PackageGroup, Skeleton } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { rememberPurchase, rememberPurchaseNext } from '../../../client/last-chat.ts';
import { LoadFailure } from '../../../client/load-failure.tsx';
import { useMember } from '../../../client/session.ts';
import type { CreditsSheetProps } from '../../../client/slots.tsx';
import { DebtNotice } from '../../../people/debt-notice.tsx';
import { OrderTerms } from '../checkout/order-facts.tsx';
import { debitPath, PayButton, WhereToPay } from '../checkout/pay-button.tsx';
import { PaymentError } from '../checkout/payment-error.tsx';
import { type Order, type Purchase, useOrderOf } from '../checkout/purchase.ts';
import { usePayment } from '../checkout/use-payment.ts';
import { WayChoice } from '../checkout/way-choice.tsx';
import { CodeField } from '../discount/code-field.tsx';
import type { PricedPack } from '../discount/priced-pack.ts';
import { type Packages, usePackages, usePackageText } from '../packages.ts';
import { OrderTotal } from './order-lines.tsx';
import { packsFor } from './packs-for.ts';
import { TransferHere } from './transfer-here.tsx';

/** Ways to pay shown beside the chosen one, so that the order stays in view. */
const FIRST_WAYS = 2;

/**
 * Sells credits over a chat. A transfer is shown in place; for other ways the page goes to the provider, whose result
 * leads back to this chat.
 */
export function CreditsSheet(props: CreditsSheetProps) {
  const { t } = useLingui();
  const { title, blocked, children, onOpened, onClose } = props;
  const { id: me, debt } = useMember();
  const [transfer, setTransfer] = useState<string | null>(null);
  const { data, error, refetch, isPlaceholderData: isStale } = usePackages();
  const choice = useChoice(data, props.missing + debt);
  const payment = usePayment(async ({ payment: id, redirect }) => {
    if (!(await onOpened())) return;
    rememberPurchase(me, id);
    if (redirect === null) setTransfer(id);
    else location.assign(redirect);
  });
  const router = useRouter();
  const goToDebit = async (purchase: Purchase) => {
    if (!(await onOpened())) return;
    rememberPurchaseNext(me);
    void router.navigate({ href: debitPath(purchase) });
  };
  // The answer to a closed sheet would hold a message that the member may have sent since.
  const isFree = !payment.isPending;
  // Bought in another tab, or by a payment that arrived late.
  const isCovered = props.missing <= 0 && debt === 0 && isFree;
  useEffect(() => {
    if (isCovered) onClose();
  }, [isCovered, onClose]);
  const sheet = (body: ReactNode, footer: ReactNode) => (
    <Dialog
      isOpen
      isDismissable={isFree}
      onOpenChange={(isOpen) => !isOpen && isFree && onClose()}
      title={title}
      closeLabel={t`Close`}
      narrow="sheet"
      footer={footer}
    >
      {body}
    </Dialog>
  );
  const close = (
    <Button variant="primary" onPress={onClose}>
      <Trans>Close</Trans>
    </Button>
  );
  if (transfer !== null) {
    return sheet(
      <>
        <TransferHere id={transfer} />
        <p className="mt-4 text-ink-2">{props.afterwards}</p>
      </>,
      close,
    );
  }
  if (blocked) {
    return sheet(
      <>
        {children}
        <p className="mt-4">{blocked}</p>
      </>,
      close,
    );
  }
  const purchase = choice?.order.purchase;
  return sheet(
    <div className="grid grid-cols-1 gap-5">
      <div>{children}</div>
      <DebtNotice />
      {!choice && error && <LoadFailure error={error} onRetry={refetch} />}
      {!choice && !error && <SheetSkeleton />}
      {choice && <Choice {...choice} afterwards={props.afterwards} />}
    </div>,
    purchase && (
      <>
        {/* Read before the button, also where the footer is a column from the bottom up. */}
        <div className="min-w-0 grow max-sm:order-last sm:mr-4 sm:self-center">
          <PaymentError error={payment.error} />
          <OrderTotal purchase={purchase} />
          <div className="mt-1.5">
            <OrderTerms />
          </div>
        </div>
        <PayButton
          purchase={purchase}
          payment={payment}
          isStale={isStale}
          onDebit={() => void goToDebit(purchase)}
        />
      </>
    ),
  );
}

interface Choices {
  packages: Packages;
  /** The packs to choose from. */
  packs: readonly PricedPack[];
  order: Order;
  onPack: (pack: PackageId) => void;
  onWay: (way: PaymentMethod) => void;
}

/** The pack and the way that are chosen; undefined until the packs are known. */
function useChoice(packages: Packages | undefined, missing: number): Choices | undefined {
  const orderOf = useOrderOf();
  const [packId, onPack] = useState<PackageId>();
  const [chosen, onWay] = useState<PaymentMethod>();
  if (!packages) return undefined;
  const orders = packsFor(packages.packages, missing).map((pack) => orderOf(packages, pack, { chosen }));
  const order =
    orders.find(({ pack }) => pack.id === packId) ?? orders.find(({ pack }) => pack.popular) ?? orders[0];
  return order && { packages, packs: orders.map(({ pack }) => pack), order, onPack, onWay };
}

function Choice(props: Choices & Pick<CreditsSheetProps, 'afterwards'>) {
  const { t } = useLingui();
  const { packages, packs, order, onPack, onWay } = props;
  const { pack, offered, purchase } = order;
  const describe = usePackageText(packages.vat);
  return (
    <>
      <PackageGroup
        label={t`Choose a pack`}
        layout="rows"
        notice={t`One-time payment, no subscription`}
        options={packs.map((one) => describe(one, packages.packages[0]))}
        value={pack.id}
        onChange={(id) => onPack(id as PackageId)}
      />
      <div className="grid grid-cols-1 gap-3">
        <WayChoice
          {...{ pack, offered, onWay }}
          way={purchase?.way}
          country={packages.paymentCountry}
          first={FIRST_WAYS}
        />
      </div>
      <CodeField packages={packages} order={order} />
      {purchase && (
        <div>
          {props.afterwards && <p className="font-semibold">{props.afterwards}</p>}
          <WhereToPay purchase={purchase} />
        </div>
      )}
    </>
  );
}

function SheetSkeleton() {
  return (
    <div aria-hidden className="grid gap-2">
      {['first', 'second', 'third'].map((pack) => (
        <Skeleton key={pack} className="h-16 rounded-card" />
      ))}
    </div>
  );
}
