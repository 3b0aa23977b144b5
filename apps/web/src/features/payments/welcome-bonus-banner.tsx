import type { CountdownTexts } from '@heartline/domain';
import { Anchor, Banner, Countdown } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useFormatLocale } from '../../client/language.ts';
import { useTimeBonus } from './time-bonus.ts';

/** The running welcome discount with its remaining time by the server's clock. Links to the packs. */
export function WelcomeBonusBanner() {
  const { t } = useLingui();
  const bonus = useTimeBonus();
  const locale = useFormatLocale();
  if (!bonus?.isVisible) return null;
  const { value_percentage: percent, countdown } = bonus;
  const title = t({ id: 'welcome_discount_bonus.title', message: `${percent}% off your first credits` });
  const terms = t`Any pack. One use.`;
  const label = t`Offer valid for`;
  return (
    <Anchor
      href="/credits"
      // Screen readers read only the label of a timer in a link, and no digits.
      aria-label={`${title}. ${terms} ${label} ${inWords(locale, countdown)}`}
      className="block rounded-card transition-transform active:scale-[0.995]"
    >
      <Banner
        tone="bonus"
        title={title}
        aside={
          <Countdown
            left={countdown}
            label={label}
            className="rounded-full bg-card px-3 py-1.5 text-base sm:text-md"
          />
        }
      >
        <span className="text-sm text-ink-2 max-sm:hidden">{terms}</span>
      </Banner>
    </Anchor>
  );
}

/** Hours and minutes: seconds would change the link's name each second. The last minute lasts until the end. */
function inWords(locale: string, left: CountdownTexts): string {
  const hours = Number(left.hours);
  const minutes = Number(left.minutes);
  const say = (value: number, unit: string) =>
    value > 0
      ? [new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value)]
      : [];
  const parts = [...say(hours, 'hour'), ...say(hours > 0 ? minutes : Math.max(1, minutes), 'minute')];
  return new Intl.ListFormat(locale, { type: 'unit' }).format(parts);
}
