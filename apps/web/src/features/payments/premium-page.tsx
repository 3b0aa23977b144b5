import { Tabs } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useDocumentTitle } from '../../client/document-title.ts';
import { useSettings, useUser } from '../../client/session.ts';
import { useActiveDiscount } from './discount/active-discount.ts';
import { DiscountPanel } from './discount/discount-panel.tsx';
import { PackShop, ShopSkeleton } from './pack-shop.tsx';
import { PremiumView } from './premium-view.tsx';
import { VisitorPrices } from './visitor-prices.tsx';

/** Premium and its price: for members with the packs, for visitors with the sign-up. */
export function PremiumPage() {
  const { t } = useLingui();
  const user = useUser();
  const settings = useSettings();
  useDocumentTitle(user ? t`Premium` : t`Pricing`);
  return (
    <PremiumView settings={settings} isPremium={user?.paid_user ?? false}>
      {user ? <Offer /> : <VisitorPrices />}
    </PremiumView>
  );
}

/** The packs; with an active discount, beside it in tabs (S2-062). */
function Offer() {
  const { t } = useLingui();
  const discount = useActiveDiscount();
  const [tab, setTab] = useState('packs');
  if (discount === undefined) return <ShopSkeleton />;
  return (
    <Tabs
      label={t`Premium`}
      tabs={[
        { id: 'packs', label: t`Credit packs` },
        ...(discount ? [{ id: 'discount', label: t`Discount` }] : []),
      ]}
      value={tab}
      onChange={setTab}
    >
      {tab === 'discount' && discount ? <DiscountPanel discount={discount} /> : <PackShop />}
    </Tabs>
  );
}
