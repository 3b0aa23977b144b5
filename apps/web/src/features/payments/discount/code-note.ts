import { holdsFor } from '@heartline/domain';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useFormatLocale } from '../../../client/language.ts';
import type { Order } from '../checkout/purchase.ts';
import { useWayName } from '../checkout/way-texts.ts';
import type { Packages } from '../packages.ts';
import { usePercent } from './percent.ts';
import { orderOf } from './priced-pack.ts';

/** Says why the typed code does not make the price of an order; undefined if it does, and without a code. */
export function useCodeNote(): (packages: Packages, order: Order) => string | undefined {
  const { t } = useLingui();
  const ownNote = useOwnNote();
  const nameOf = useWayName();
  const packsNote = usePacksNote();
  return (packages, { pack, purchase }) => {
    const { own, typed } = packages;
    if (!typed || pack.code) return undefined;
    const { currency } = pack;
    if (typed.currency !== null && typed.currency !== currency)
      return t`Doesn’t work for prices in ${currency}.`;
    if (!holdsFor(typed, orderOf(pack))) return packsNote(packages);
    const way = purchase?.way.id;
    if (way && !typed.paymentmethods.includes(way)) {
      const name = nameOf(way);
      return t`Doesn’t work with ${name}. Choose another payment method.`;
    }
    return ownNote(own?.value_percentage ?? 0, typed.value_percentage);
  };
}

/** Says that the member’s own discount is worth as much as the code, or more. */
function useOwnNote(): (own: number, typed: number) => string {
  const { t } = useLingui();
  const percentOf = usePercent();
  return (own, typed) => {
    const percent = percentOf(own);
    return own === typed
      ? t`Your ${percent} off is already in the price.`
      : t`Your ${percent} off is better, so you get that.`;
  };
}

/** Says for which packs a code holds that does not hold for the chosen one. */
function usePacksNote(): (packages: Packages) => string {
  const { t } = useLingui();
  const list = new Intl.ListFormat(useFormatLocale(), { type: 'disjunction' });
  return ({ packages: packs, typed }) => {
    const holding = packs.filter((pack) => typed !== null && holdsFor(typed, orderOf(pack)));
    const [smallest] = holding;
    if (!smallest) return t`Doesn’t work for these packs.`;
    const isFromThereOn = holding.length === packs.length - packs.indexOf(smallest);
    if (isFromThereOn && holding.length > 1) {
      const { credits } = smallest;
      return plural(credits, {
        one: 'Works for packs of # credit or more.',
        other: 'Works for packs of # credits or more.',
      });
    }
    const counts = list.format(holding.map(({ credits }) => String(credits)));
    return t`Only works for the pack with ${counts} credits.`;
  };
}
