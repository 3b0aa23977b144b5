import { listPayments, type PaymentMethod } from '@heartline/contracts';
import {
  Button,
  EmptyState,
  Page,
  PageHeader,
  PaymentLogo,
  RadioGroup,
  Skeleton,
  TextLink,
} from '@heartline/ui';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../client/api.ts';
import { useDocumentTitle } from '../../client/document-title.ts';
import { useFormatLocale } from '../../client/language.ts';
import { LoadFailure } from '../../client/load-failure.tsx';
import { keys } from '../../client/query.ts';
import { DebtNotice } from '../../people/debt-notice.tsx';
import { formatMoney } from '../../people/money.ts';
import { OrderForm } from './checkout/order-form.tsx';
import { useWayName } from './checkout/way-texts.ts';
import { pricedPack } from './discount/priced-pack.ts';
import { type EarlierOrder, earlierOrders } from './earlier-orders.ts';
import { type Packages, usePackages } from './packages.ts';

/** Earlier orders to buy again, at today’s price (S2-067 to S2-069). */
export function RepeatOrderPage() {
  const { t } = useLingui();
  const done = useQuery({
    queryKey: keys.donePayments,
    queryFn: async ({ signal }) => (await call(listPayments, {}, { signal })).payments,
  });
  const shop = usePackages();
  useDocumentTitle(t`Order again`);
  const error = done.error ?? shop.error;
  const retry = () => Promise.all([done.refetch(), shop.refetch()]);
  const orders = done.data && earlierOrders(done.data);
  const { data: packages } = shop;
  const isKnown = orders !== undefined && packages !== undefined;
  return (
    <Page className="max-w-[calc(64rem+2rem)]! grow">
      <PageHeader
        eyebrow={
          <TextLink href="/credits" className="target">
            <Trans>All packs</Trans>
          </TextLink>
        }
        title={t`Order again`}
        description={t`What you bought before, at today’s prices.`}
      />
      {!isKnown && error && <LoadFailure error={error} onRetry={retry} />}
      {!isKnown && !error && <Skeleton className="h-80 max-w-narrow rounded-card" />}
      {isKnown && <Known orders={orders} packages={packages} isStale={shop.isPlaceholderData} />}
    </Page>
  );
}

function Known(props: OrdersProps) {
  return props.orders.length > 0 ? <Orders {...props} /> : <NothingYet />;
}

function NothingYet() {
  const { t } = useLingui();
  return (
    <EmptyState
      drawing="credits"
      title={t`You haven’t bought any credits yet`}
      action={
        <Button variant="primary" href="/credits">
          <Trans>Choose your credits</Trans>
        </Button>
      }
    >
      <Trans>Your orders appear here, ready to repeat.</Trans>
    </EmptyState>
  );
}

interface OrdersProps {
  orders: readonly EarlierOrder[];
  packages: Packages;
  isStale: boolean;
}

function Orders({ orders, packages, isStale }: OrdersProps) {
  const { t } = useLingui();
  const locale = useFormatLocale();
  const nameOf = useWayName();
  const [chosen, setChosen] = useState(orders[0]?.id);
  /** Another way than that of the earlier order. */
  const [method, setMethod] = useState<PaymentMethod | null>(null);
  const order = orders.find(({ id }) => id === chosen) ?? orders[0];
  const pack = packages.packages.find(({ id }) => id === order?.package);
  if (!order || !pack) return null;
  const options = orders.map(({ id, package: packId, method: way }) => {
    const listed = packages.packages.find((one) => one.id === packId);
    const today = listed && pricedPack(listed, packages, way);
    const credits = today?.credits ?? 0;
    const price = today ? formatMoney(locale, today.priceCents, today.currency) : '';
    return {
      value: id,
      label: plural(credits, { one: '# credit', other: '# credits' }),
      description: `${price} · ${nameOf(way)}`,
      icon: <PaymentLogo name={way} />,
    };
  });
  return (
    <OrderForm
      pack={pack}
      packages={packages}
      isStale={isStale}
      asked={method ?? order.method}
      onWay={setMethod}
    >
      <DebtNotice />
      <RadioGroup
        label={t`Your earlier orders`}
        variant="rows"
        isCompact
        options={options}
        value={order.id}
        onChange={(id) => {
          setChosen(id);
          setMethod(null);
        }}
      />
    </OrderForm>
  );
}
