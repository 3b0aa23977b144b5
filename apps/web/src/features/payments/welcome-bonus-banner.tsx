import { Anchor, Banner, Countdown } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useFormatLocale } from '../../client/language.ts';
import { useTimeBonus } from './time-bonus.ts';

/** The running welcome discount with its remaining time by the server's clock. Links to the packs. */
export function WelcomeBonusBanner() {
  const { t } = useLingui();
  const bonus = useTimeBonus();
  const locale = useFormatLocale();
  if (!bonus) return null;
  const { percent, remainingMs } = bonus;
  const title = t({ id: 'welcome_discount_bonus.title', message: `${percent}% off your first credits` });
  const terms = t`Any pack. One use.`;
  const label = t`Offer valid for`;
  return (
    <Anchor
      href="/credits"
      // Screen readers read only the label of a timer in a link, and no digits.
      aria-label={`${title}. ${terms} ${label} ${inWords(locale, remainingMs)}`}
      className="block rounded-card transition-transform active:scale-[0.995]"
    >
      <Banner
        tone="bonus"
        title={title}
        aside={
          <Countdown
            remainingMs={remainingMs}
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
function inWords(locale: string, ms: number): string {
  const minutes = Math.max(1, Math.floor(ms / 60_000));
  const say = (value: number, unit: string) =>
    value > 0
      ? [new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value)]
      : [];
  const parts = [...say(Math.floor(minutes / 60), 'hour'), ...say(minutes % 60, 'minute')];
  return new Intl.ListFormat(locale, { type: 'unit' }).format(parts);
}
