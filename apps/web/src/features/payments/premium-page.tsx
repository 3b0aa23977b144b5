import { useLingui } from '@lingui/react/macro';
import { useDocumentTitle } from '../../client/document-title.ts';
import { useSettings, useUser } from '../../client/session.ts';
import { PackShop } from './pack-shop.tsx';
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
      {user ? <PackShop /> : <VisitorPrices />}
    </PremiumView>
  );
}
