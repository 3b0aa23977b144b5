import { Banner, Page, PageHeader, Skeleton, TextLink } from '@heartline/ui';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useDocumentTitle } from '../../../client/document-title.ts';
import { LoadFailure } from '../../../client/load-failure.tsx';
import { DebtNotice } from '../../../people/debt-notice.tsx';
import { type Order, useOrderOf } from '../checkout/purchase.ts';
import { useWayOption } from '../checkout/way-texts.ts';
import { type Packages, usePackages, usePackageText } from '../packages.ts';
import { PauseNotice } from '../pause-notice.tsx';
import { DebitOrder } from './debit-order.tsx';
import { type DirectDebitFacts, directDebitQuery } from './debit-query.ts';
import { useCodeOfAddress } from './use-code-of-address.ts';

/** Paying one pack by direct debit (S2-074). The address says which pack, and may say a discount code. */
export function DirectDebitPage() {
  const { t } = useLingui();
  const { package: asked, code } = useSearch({ strict: false }) as { package?: string; code?: string };
  const codeFault = useCodeOfAddress(code);
  const shop = usePackages();
  const debit = useQuery(directDebitQuery);
  useDocumentTitle(t`Direct debit`);
  const error = shop.error ?? debit.error;
  const known = shop.data && debit.data && { packages: shop.data, facts: debit.data };
  const retry = () => Promise.all([shop.refetch(), debit.refetch()]);
  return (
    <Page className="max-w-[calc(64rem+2rem)]! grow">
      {!known && error && <LoadFailure level={1} error={error} onRetry={retry} />}
      {!known && !error && <DebitSkeleton />}
      {known && <Debit {...known} {...{ asked, codeFault }} isStale={shop.isPlaceholderData} />}
    </Page>
  );
}

interface DebitProps {
  packages: Packages;
  /** The pack of the address. The popular one takes the place of an unknown one. */
  asked: string | undefined;
  facts: DirectDebitFacts;
  isStale: boolean;
  /** Why the code of the address lowers no price, in words. */
  codeFault: string | undefined;
}

function Debit({ packages, asked, ...props }: DebitProps) {
  const { packages: packs } = packages;
  const orderOf = useOrderOf();
  const pack = packs.find(({ id }) => id === asked) ?? packs.find(({ popular }) => popular);
  return pack ? (
    <Offer {...props} packages={packages} order={orderOf(packages, pack, { asked: 'sdd' })} />
  ) : null;
}

function Offer({ packages, order, facts, isStale, codeFault }: Omit<DebitProps, 'asked'> & { order: Order }) {
  const { t } = useLingui();
  const { pack, offered, purchase } = order;
  const { price } = usePackageText(packages.vat)(pack);
  const { id, credits } = pack;
  const optionOf = useWayOption();
  const way = offered.find((one) => one.way.id === 'sdd');
  const isOffered = purchase?.way.id === 'sdd';
  const reason = way && optionOf(way, pack, packages.paymentCountry).reason;
  return (
    <>
      <PageHeader
        eyebrow={
          <TextLink href={`/credits/${id}`} className="target">
            <Trans>See other ways to pay</Trans>
          </TextLink>
        }
        title={t`Pay by direct debit`}
        description={`${plural(credits, { one: '# credit', other: '# credits' })} · ${price.price}`}
      />
      <div className="mb-5 grid gap-3 empty:hidden">
        <DebtNotice />
        <PauseNotice />
        {codeFault && <Banner tone="warn">{codeFault}</Banner>}
      </div>
      {isOffered ? (
        <DebitOrder purchase={purchase} facts={facts} isStale={isStale} />
      ) : (
        <Banner
          tone="warn"
          title={reason}
          action={
            <TextLink href={`/credits/${id}`} className="target font-semibold">
              <Trans>See other ways to pay</Trans>
            </TextLink>
          }
        >
          <Trans>You can’t pay this order by direct debit.</Trans>
        </Banner>
      )}
    </>
  );
}

function DebitSkeleton() {
  return (
    <div aria-hidden>
      <Skeleton className="h-8 w-64" />
      <Skeleton className="mt-2 mb-7 h-4 w-48" />
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid gap-5">
          {['holder', 'iban', 'street', 'town', 'phone'].map((field) => (
            <Skeleton key={field} className="h-18" />
          ))}
        </div>
        <Skeleton className="h-80 rounded-card" />
      </div>
    </div>
  );
}
