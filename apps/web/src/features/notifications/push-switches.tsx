import type { NotificationSettings } from '@heartline/contracts';
import { Switch } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useSettings } from '../../client/session.ts';
import type { SettingsChange } from './apply-change.ts';
import { unsubscribeFromPush } from './push.ts';
import { useTurnOn } from './push-prompt.tsx';
import { QuietHoursFields } from './quiet-hours.tsx';
import { SoundSwitch } from './sound-switch.tsx';
import { usePushHere } from './use-push-here.ts';

interface PushSwitchesProps {
  settings: NotificationSettings;
  onChange: (change: SettingsChange) => void;
}

/** Push and sound on this device; discretion and quiet hours of pushes on every device. */
export function PushSwitches({ settings, onChange }: PushSwitchesProps) {
  const { t } = useLingui();
  return (
    <div className="grid gap-1">
      <ThisDevice />
      <SoundSwitch />
      <Switch
        label={t`Private notifications`}
        description={t`No names or message text on your lock screen.`}
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
  const push = usePushHere();
  const { push_public_key: key } = useSettings();
  const { isPending, turnOn } = useTurnOn(key);
  const cannot = usePushObstacle(push, key);
  const words = isPending ? t`Turning on. This can take a moment.` : cannot;
  return (
    <Switch
      label={t`Notifications on this device`}
      description={words}
      name="push"
      value={push.isSubscribed}
      isDisabled={cannot !== undefined || isPending || push.subscription === 'unknown'}
      onChange={(isOn) => void (isOn ? turnOn() : unsubscribeFromPush())}
    />
  );
}

/**
 * The reason why push can't be turned on here. After a refusal it can be requested again while the browser still asks.
 * On an iPhone only a home screen app can receive pushes.
 */
function usePushObstacle(push: ReturnType<typeof usePushHere>, key: string): string | undefined {
  const { t } = useLingui();
  const { isCapable } = push;
  if (!isCapable && key && isInTabOfIphone()) {
    return t`On iPhone and iPad, add this site to your home screen first: Share, then “Add to Home Screen”. Open it from there and turn notifications on.`;
  }
  if (!isCapable || !key) {
    return t`This browser can’t receive notifications from us.`;
  }
  if (Notification.permission === 'denied') {
    return t`Notifications are blocked. Allow them for this site in your browser’s settings.`;
  }
  return undefined;
}

/** Only browsers of iPhones and iPads report whether the site was opened from the home screen. */
const isInTabOfIphone = () => (navigator as { standalone?: boolean }).standalone === false;
