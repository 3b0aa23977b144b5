import type { NotificationSettings } from '@heartline/contracts';
import { Switch } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useSettings } from '../../client/session.ts';
import type { SettingsChange } from './apply-change.ts';
import { type PushState, unsubscribeFromPush, usePushState } from './push.ts';
import { useTurnOn } from './push-prompt.tsx';
import { QuietHoursFields } from './quiet-hours.tsx';

interface PushSwitchesProps {
  settings: NotificationSettings;
  onChange: (change: SettingsChange) => void;
}

/** Push on this device, and how discreet and how quiet pushes are on every device. */
export function PushSwitches({ settings, onChange }: PushSwitchesProps) {
  const { t } = useLingui();
  return (
    <div className="grid gap-1">
      <ThisDevice />
      <Switch
        label={t`Discreet`}
        description={t`No names and no words of a message on your screen.`}
        name="discreet_push"
        value={settings.discreet_push}
        onChange={(isOn) => onChange({ discreet_push: isOn })}
      />
      <QuietHoursFields value={settings.quiet_hours} onChange={(quiet) => onChange({ quiet_hours: quiet })} />
    </div>
  );
}

function ThisDevice() {
  const { t } = useLingui();
  const push = usePushState();
  const { push_public_key: key } = useSettings();
  const { isPending, turnOn } = useTurnOn(key);
  const cannot = usePushObstacle(push, key);
  return (
    <Switch
      label={t`Notifications on this device`}
      description={cannot}
      name="push"
      value={push.isSubscribed}
      isDisabled={cannot !== undefined || isPending || push.subscription === 'unknown'}
      onChange={(isOn) => void (isOn ? turnOn() : unsubscribeFromPush())}
    />
  );
}

/** Why push can't be turned on here, in words. */
function usePushObstacle({ isCapable, subscription }: PushState, key: string): string | undefined {
  const { t } = useLingui();
  if (!isCapable || !key) return t`This browser can’t receive notifications from us.`;
  if (subscription === 'denied') {
    return t`You said no to notifications. To change that, open the settings of your browser for this site.`;
  }
  return undefined;
}
