import { Switch } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { canSound, setSound, useSoundOn } from '../../client/message-sound.ts';

/** Whether new messages are heard on this device while the site is open, for browsers that can be heard. */
export function SoundSwitch() {
  const { t } = useLingui();
  const isOn = useSoundOn();
  if (!canSound()) return null;
  return (
    <Switch
      label={t`Sound for new messages`}
      description={t`On this device, while the site is open.`}
      name="message_sound"
      value={isOn}
      onChange={setSound}
    />
  );
}
