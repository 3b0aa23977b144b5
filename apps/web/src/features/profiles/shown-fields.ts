import type { ProfileField } from '@heartline/contracts';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useSettings } from '../../client/session.ts';

/** Notes that a site may show under a field (`visible_profile_notes`). */
const NOTES: Record<ProfileField, MessageDescriptor> = {
  sexuality: msg`Everybody who may see your profile sees this.`,
  country: msg`Others see your country beside your town.`,
  region: msg`People search by it.`,
  city: msg`Others see the town, never where you are.`,
  about: msg`Leave out phone numbers and addresses until you trust somebody.`,
  hair_color: msg`Everybody who may see your profile sees this.`,
  eye_color: msg`Everybody who may see your profile sees this.`,
  body_type: msg`Everybody who may see your profile sees this.`,
  relationship_status: msg`Everybody who may see your profile sees this.`,
  tattoos: msg`Everybody who may see your profile sees this.`,
  reason: msg`It saves both of you time.`,
  interests: msg`What you share with somebody is shown to them first.`,
  pictures: msg`Only pictures of yourself, please: no children, no logos, no phone numbers.`,
};

/** The fields this site shows on profiles, and its notes on them. */
export function useShown() {
  const { i18n } = useLingui();
  const { visible_profile_fields: fields, visible_profile_notes: notes } = useSettings();
  return {
    shows: (field: ProfileField) => fields.includes(field),
    noteOf: (field: ProfileField) => (notes.includes(field) ? i18n._(NOTES[field]) : undefined),
  };
}
