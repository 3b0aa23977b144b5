import type { CreditPackage, PaymentMethod, PaymentWay } from '@heartline/contracts';
import { type PricedPack, pricedPack } from '../discount/priced-pack.ts';
import type { Packages } from '../packages.ts';
import { lastWay } from './last-way.ts';
import { chosenWay, type OfferedWay, waysFor } from './offered-ways.ts';
import { usePaymentCountry } from './payment-country.ts';

/** A pack, and the way to pay for it. */
export interface Purchase {
  pack: PricedPack;
  way: PaymentWay;
  /** The country that the shown price is for. */
  country: string;
  /** The same country if the member chose it; null if it is their own. */
  chosenCountry: string | null;
  /** VAT in that price, in percent. */
  vat: number;
}

/** A pack at its price, with the ways to pay for it. */
export interface Order {
  pack: PricedPack;
  offered: readonly OfferedWay[];
  /** Undefined while the pack can be paid in no way. */
  purchase: Purchase | undefined;
}

interface Wanted {
  /** The way that the address or an earlier order asks for. It is shown even if it can’t be had. */
  asked?: PaymentMethod | undefined;
  /** The way that the member chose here. */
  chosen?: PaymentMethod | undefined;
}

/** Makes the order of a pack: its ways, the one that is chosen, and the price for that way. */
export function useOrderOf(): (packages: Packages, pack: CreditPackage, wanted?: Wanted) => Order {
  const chosenCountry = usePaymentCountry();
  return (packages, pack, { asked, chosen } = {}) => {
    const offered = waysFor(pricedPack(pack, packages), packages.ways, asked);
    const way = chosenWay(offered, chosen ?? asked, lastWay()?.method);
    const priced = pricedPack(pack, packages, way?.id);
    const purchase = way && {
      pack: priced,
      way,
      country: packages.paymentCountry,
      chosenCountry,
      vat: packages.vat,
    };
    return { pack: priced, offered, purchase };
  };
}
