import { Switch } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { canSound, setSound, useSoundOn } from '../../client/message-sound.ts';

/** The sound of new messages on this device while the site is open, for browsers with audio. */
export function SoundSwitch() {
  const { t } = useLingui();
  const isOn = useSoundOn();
  if (!canSound()) return null;
  return (
    <Switch
      label={t`Sound for new messages`}
      description={t`On this device while the site is open.`}
      name="message_sound"
      value={isOn}
      onChange={setSound}
    />
  );
}
