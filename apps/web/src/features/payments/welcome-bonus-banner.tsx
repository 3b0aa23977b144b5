import { Anchor, Banner, Countdown } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useTimeBonus } from './time-bonus.ts';

/** The welcome discount while it runs, with the time it has left by the server's clock. Leads to the packs. */
export function WelcomeBonusBanner() {
  const { t } = useLingui();
  const bonus = useTimeBonus();
  if (!bonus) return null;
  const { percent } = bonus;
  return (
    <Anchor href="/credits" className="block rounded-card transition-transform active:scale-[0.995]">
      <Banner
        tone="bonus"
        title={t({ id: 'welcome_discount_bonus.title', message: `${percent} % off your first credits` })}
        aside={
          <Countdown
            remainingMs={bonus.remainingMs}
            label={t`Offer valid for`}
            className="rounded-full bg-card px-3 py-1.5 text-base sm:text-md"
          />
        }
      >
        <span className="text-sm text-ink-2 max-sm:hidden">
          <Trans>Any pack, once, while the time runs.</Trans>
        </span>
      </Banner>
    </Anchor>
  );
}
