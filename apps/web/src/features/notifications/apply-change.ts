import type { InputOf, Notifications, updateNotifications } from '@heartline/contracts';
import { emailSources } from '@heartline/domain';

export type SettingsChange = InputOf<typeof updateNotifications>;

/** The settings after a change, to show until the server has answered. */
export function applyChange(known: Notifications, change: SettingsChange): Notifications {
  const { settings } = known;
  const changed: Notifications['settings'] = {
    push: { ...settings.push, ...given(change.push) },
    email: { ...settings.email, ...given(change.email) },
    quiet_hours: change.quiet_hours === undefined ? settings.quiet_hours : change.quiet_hours,
    discreet_push: change.discreet_push ?? settings.discreet_push,
  };
  const [{ from } = { from: '' }] = known.email_sources;
  return { ...known, settings: changed, email_sources: emailSources(changed, from) };
}

type Types = Notifications['settings']['push'];

function given(types: SettingsChange['push']): Partial<Types> {
  const entries = Object.entries(types ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries);
}
