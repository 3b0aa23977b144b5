import {
  NOTIFICATION_CHANNELS,
  NOTIFICATION_TYPES,
  type NotificationChannel,
  type NotificationSettings,
  type NotificationType,
} from '@heartline/contracts';
import { classNames, Switch } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import type { SettingsChange } from './apply-change.ts';
import { TYPE_LABELS } from './type-labels.ts';

interface NotificationTypesProps {
  settings: NotificationSettings;
  onChange: (change: SettingsChange) => void;
}

/** Types that the site does not send. Their switches say so, and keep the member's choice (decision 036). */
const UNSENT = new Set<NotificationType>(['promotions', 'weekly_updates', 'news', 'reminders']);
const isUnsent = (type: NotificationType) => UNSENT.has(type);

/** In the narrowest window the switches of a row are below its text. */
const STACKED = 'max-2xs:grid max-2xs:grid-cols-2';

/** Each type of notification by push and by mail: one row a type, one switch a channel (S3-190 to S3-197). */
export function NotificationTypes({ settings, onChange }: NotificationTypesProps) {
  const { t } = useLingui();
  const channels: Record<NotificationChannel, string> = { push: t`Push`, email: t`E-mail` };
  return (
    <table className="w-full">
      <caption className="sr-only">
        <Trans>Notifications by push and by e-mail</Trans>
      </caption>
      <thead>
        <tr className={classNames('text-sm text-ink-2', STACKED)}>
          <th scope="col" aria-label={t`Type of notification`} className="max-2xs:hidden" />
          {NOTIFICATION_CHANNELS.map((channel) => (
            <th key={channel} scope="col" className="w-18 pb-1 max-2xs:w-auto text-center font-medium">
              {channels[channel]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-y border-line">
        {NOTIFICATION_TYPES.filter((type) => !isUnsent(type)).map((type) => (
          <TypeRow key={type} {...{ type, settings, channels, onChange }} />
        ))}
      </tbody>
      <tbody className="divide-y divide-line border-b border-line">
        <tr>
          <th scope="rowgroup" colSpan={3} className="pt-6 pb-2 text-left text-sm font-normal text-ink-2">
            <Trans>We don’t send these yet. Your choice will apply once we do.</Trans>
          </th>
        </tr>
        {NOTIFICATION_TYPES.filter(isUnsent).map((type) => (
          <TypeRow key={type} {...{ type, settings, channels, onChange }} />
        ))}
      </tbody>
    </table>
  );
}

interface TypeRowProps extends NotificationTypesProps {
  type: NotificationType;
  channels: Record<NotificationChannel, string>;
}

function TypeRow({ type, settings, channels, onChange }: TypeRowProps) {
  const { t, i18n } = useLingui();
  const { name, about } = TYPE_LABELS[type];
  const label = i18n._(name);
  return (
    <tr className={STACKED}>
      <th scope="row" className="py-2.5 pr-3 text-left font-normal max-2xs:col-span-2">
        <span className="block font-medium">{label}</span>
        <span className="block text-sm text-ink-2">{i18n._(about)}</span>
      </th>
      {NOTIFICATION_CHANNELS.map((channel) => {
        const by = channels[channel];
        return (
          <td key={channel}>
            <Switch
              label={t`${label}: ${by}`}
              isLabelHidden
              name={`${channel}.${type}`}
              value={settings[channel][type]}
              onChange={(isOn) => onChange({ [channel]: { [type]: isOn } })}
              className="justify-center"
            />
          </td>
        );
      })}
    </tr>
  );
}
