import { pauseOver } from '@heartline/domain';
import { Banner, TextLink } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { serverNow } from '../../client/clock.ts';
import { formatLocale } from '../../client/language.ts';
import { spendingQuery } from '../../client/spending-query.ts';
import { formatMoment } from '../../people/moment.ts';

/** Above the packs while the member's own pause runs: credits bought now can't be spent before its end. */
export function PauseNotice() {
  const { i18n } = useLingui();
  const { data } = useQuery(spendingQuery);
  const over = data ? pauseOver({ ...data, pauseEnds: data.pauseEnds ?? undefined }, serverNow()) : null;
  if (over === null) return null;
  const until = formatMoment(formatLocale(i18n), over);
  return (
    <Banner
      tone="warn"
      title={<Trans>Your spending break lasts until {until}.</Trans>}
      action={
        <TextLink href="/credits/limits" className="target font-semibold">
          <Trans>View break</Trans>
        </TextLink>
      }
    >
      <Trans>You can spend credits you buy now after that.</Trans>
    </Banner>
  );
}
