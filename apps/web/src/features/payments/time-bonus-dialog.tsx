import { CONSTANTS } from '@heartline/contracts';
import type { TimeBonusState } from '@heartline/domain';
import { Button, Countdown, Dialog } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { formatLocale } from '../../client/language.ts';

/** The welcome discount, its end, and the link to the packs (S2-224 to S2-230). */
export function TimeBonusDialog({ bonus, onClose }: { bonus: TimeBonusState; onClose: () => void }) {
  const { t, i18n } = useLingui();
  const percent = new Intl.NumberFormat(formatLocale(i18n), { style: 'percent' }).format(
    bonus.value_percentage / 100,
  );
  const hours = CONSTANTS.timeBonusMs / 3_600_000;
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t`Your welcome bonus`}
      isTitleHidden
      closeLabel={t`Close`}
      size="sm"
      footer={
        <Button variant="primary" size="lg" href="/credits" onPress={onClose} isFullWidth>
          <Trans>Choose your credits</Trans>
        </Button>
      }
    >
      <div className="grid justify-items-center gap-1 text-center">
        <p className="title tabular text-[4.5rem] leading-none max-2xs:text-3xl text-pulse">{percent}</p>
        <p className="title mt-2 text-xl">
          <Trans>Your welcome bonus</Trans>
        </p>
        <p className="mt-1 max-w-72 text-ink-2">
          <Trans>Act fast: it’s yours for {hours} hours after you joined, on your first credits.</Trans>
        </p>
        <p className="mt-4 text-sm text-ink-2">
          <Trans>Offer valid for</Trans>
        </p>
        <Countdown left={bonus.countdown} label={t`Offer valid for`} className="text-2xl" />
        <p className="mt-4 text-sm text-ink-2">
          <Trans>You receive your credits instantly. One payment, no subscription.</Trans>
        </p>
      </div>
    </Dialog>
  );
}
