import type { QuietHours } from '@heartline/contracts';
import { SelectField, Switch } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useFormatLocale } from '../../client/language.ts';

const STEP_MINUTES = 30;
const DAY_MINUTES = 24 * 60;
const NIGHT = { from: '22:00', to: '07:00' };

/** Hours without pushes, on this device's clock. One push afterwards sums up what happened. */
export function QuietHoursFields(props: {
  value: QuietHours | null;
  onChange: (value: QuietHours | null) => void;
}) {
  const { value, onChange } = props;
  const { t } = useLingui();
  const times = useTimes();
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zone = value?.time_zone ?? here;
  const change = (part: Partial<QuietHours>) => onChange({ ...NIGHT, ...value, ...part, time_zone: here });
  return (
    <div>
      <Switch
        label={t`Quiet hours`}
        description={t`No notifications during these hours. You get one summary afterwards.`}
        name="quiet_hours"
        value={value !== null}
        onChange={(isOn) => (isOn ? change({}) : onChange(null))}
      />
      {value && (
        <div className="mt-1 grid grid-cols-2 gap-3 max-2xs:grid-cols-1">
          <SelectField
            label={t`From`}
            name="quiet_from"
            value={value.from}
            options={withOwn(times, value.from)}
            onChange={(from) => change({ from })}
            isCompact
          />
          <SelectField
            label={t`To`}
            name="quiet_to"
            value={value.to}
            options={withOwn(times, value.to)}
            onChange={(to) => change({ to })}
            isCompact
          />
          <p className="col-span-2 text-sm text-ink-2">{t`Time zone: ${zone}`}</p>
        </div>
      )}
      <div role="status">
        {value && value.from === value.to && (
          <p className="mt-1 text-sm text-ink">{t`Both times are the same, so quiet hours are off.`}</p>
        )}
      </div>
    </div>
  );
}

/** The half hours of a day, formatted in the page's language. */
function useTimes(): { value: string; label: string }[] {
  const clock = new Intl.DateTimeFormat(useFormatLocale(), { timeStyle: 'short', timeZone: 'UTC' });
  return Array.from({ length: DAY_MINUTES / STEP_MINUTES }, (_, step) => {
    const at = step * STEP_MINUTES * 60_000;
    return { value: new Date(at).toISOString().slice(11, 16), label: clock.format(at) };
  });
}

/** A time set to the minute elsewhere is among the choices too. */
function withOwn(times: { value: string; label: string }[], own: string) {
  return times.some(({ value }) => value === own) ? times : [...times, { value: own, label: own }];
}
