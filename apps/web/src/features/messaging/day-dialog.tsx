import { oldestShown } from '@heartline/domain';
import { Button, Dialog } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { calendarDay } from '../../client/calendar-day.ts';
import { serverNow } from '../../client/clock.ts';
import { useSettings } from '../../client/session.ts';
import { requestJump } from './jumps.ts';

/** A local day in the format of a date field. */
const asField = (at: number) => calendarDay(new Date(at));

/** Goes to the first message of a day, or the next one after it. */
export function DayDialog({ conversation, onClose }: { conversation: string; onClose: () => void }) {
  const { t } = useLingui();
  const [form, id] = [useId(), useId()];
  const settings = useSettings();
  const now = serverNow();
  const [day, setDay] = useState(asField(now));
  const go = () => {
    requestJump(conversation, { kind: 'day', at: new Date(`${day}T00:00`).getTime() });
    onClose();
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t`Go to date`}
      closeLabel={t`Close`}
      size="sm"
      footer={
        <Button variant="primary" type="submit" form={form}>
          <Trans>Show day</Trans>
        </Button>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          go();
        }}
        className="grid gap-1.5"
      >
        <label htmlFor={id} className="text-sm font-semibold">
          <Trans>Day</Trans>
        </label>
        <input
          id={id}
          type="date"
          value={day}
          min={asField(oldestShown(now, settings))}
          max={asField(now)}
          required
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by the member to choose in
          autoFocus
          onChange={(event) => setDay(event.target.value)}
          className="min-h-11 rounded-control border border-edge bg-card px-3 text-base"
        />
      </form>
    </Dialog>
  );
}
