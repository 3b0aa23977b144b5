import { winBack } from '@heartline/contracts';
import { Button, Card } from '@heartline/ui';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../client/api.ts';
import { useFormatLocale } from '../../client/language.ts';
import { keys } from '../../client/query.ts';
import { keepCode } from '../../client/typed-code.ts';
import { formatMoment } from '../../people/moment.ts';

/**
 * Offers members who want to leave the site’s discount, once. It stands below the form and appears late, so that
 * nothing moves and deleting stays as easy. Without an offer, and after an error, it shows nothing.
 */
export function WinBack() {
  const locale = useFormatLocale();
  const { data: discount } = useQuery({
    queryKey: keys.winBack,
    queryFn: async ({ signal }) => (await call(winBack, {}, { signal })).discountcode,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!discount) return null;
  const percent = new Intl.NumberFormat(locale, { style: 'percent' }).format(discount.value_percentage / 100);
  const until = formatMoment(locale, discount.expires);
  return (
    <Card className="mt-10 max-w-narrow">
      <h2 className="title text-lg">
        <Trans>Or stay, with {percent} off your next credits</Trans>
      </h2>
      <p className="mt-1 mb-4 text-ink-2">
        <Trans>This is just for you, and valid until {until}. If you’ve decided, that’s fine too.</Trans>
      </p>
      <Button href="/credits" onPress={() => keepCode(discount)}>
        <Trans>See the packs</Trans>
      </Button>
    </Card>
  );
}
