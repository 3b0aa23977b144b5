import { packageId, paymentMethod } from '@heartline/contracts';
import { Banner, Page, PageHeader, Skeleton, TextLink } from '@heartline/ui';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { notFound, useNavigate, useParams } from '@tanstack/react-router';
import { useDocumentTitle } from '../../../client/document-title.ts';
import { LoadFailure } from '../../../client/load-failure.tsx';
import { DebtNotice } from '../../../people/debt-notice.tsx';
import { usePackages, usePackageText } from '../packages.ts';
import { PauseNotice } from '../pause-notice.tsx';
import { OrderForm } from './order-form.tsx';
import { useOrderOf } from './purchase.ts';

/** One pack and the ways to pay for it. The address says which pack, and may say which way (S2-070, S2-071). */
export function CheckoutPage() {
  const { t } = useLingui();
  const { pack: packName, paymentmethod } = useParams({ strict: false }) as Record<
    string,
    string | undefined
  >;
  const id = packageId.options.find((one) => one === packName);
  const { data, error, refetch, isPlaceholderData: isStale } = usePackages();
  useDocumentTitle(t`Checkout`);
  const pack = data?.packages.find((one) => one.id === id);
  if (!id || (data && !pack)) throw notFound();
  return (
    <Page className="max-w-[calc(64rem+2rem)]! grow">
      {!data && error && <LoadFailure level={1} error={error} onRetry={refetch} />}
      {!data && !error && <CheckoutSkeleton />}
      {data && pack && <Checkout {...{ pack, packages: data, isStale, paymentmethod }} />}
    </Page>
  );
}

interface CheckoutProps extends Omit<Parameters<typeof OrderForm>[0], 'asked' | 'onWay' | 'children'> {
  /** The way that the address asks for, whatever it says. */
  paymentmethod: string | undefined;
}

function Checkout({ paymentmethod, ...order }: CheckoutProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { id, credits } = order.pack;
  const asked = paymentMethod.options.find((one) => one === paymentmethod);
  const describe = usePackageText(order.packages.vat);
  const { price } = describe(useOrderOf()(order.packages, order.pack, { asked }).pack);
  return (
    <>
      <PageHeader
        eyebrow={
          <TextLink href="/credits" className="target">
            <Trans>All packs</Trans>
          </TextLink>
        }
        title={plural(credits, { one: '# credit', other: '# credits' })}
        description={`${price.price} · ${price.note}`}
      />
      <OrderForm
        {...order}
        asked={asked}
        onWay={(method) =>
          void navigate({ href: `/credits/${id}/${method}`, replace: true, resetScroll: false })
        }
      >
        <DebtNotice />
        <PauseNotice />
        {paymentmethod !== undefined && !asked && (
          <Banner>{t`We don’t know this payment method. Choose one of these.`}</Banner>
        )}
      </OrderForm>
    </>
  );
}

function CheckoutSkeleton() {
  return (
    <div aria-hidden>
      <Skeleton className="h-8 w-48" />
      <Skeleton className="mt-2 mb-7 h-4 w-64" />
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid gap-2">
          {['first', 'second', 'third', 'fourth'].map((way) => (
            <Skeleton key={way} className="h-16 rounded-card" />
          ))}
        </div>
        <Skeleton className="h-80 rounded-card" />
      </div>
    </div>
  );
}
