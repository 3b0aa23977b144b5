import type { ProfileField } from '@heartline/contracts';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useSettings } from '../../client/session.ts';

/** Notes that a site may show under a field (`visible_profile_notes`). */
const NOTES: Record<ProfileField, MessageDescriptor> = {
  sexuality: msg`Visible to everyone who can see your profile.`,
  country: msg`Others see your country next to your town.`,
  region: msg`People can search by this.`,
  city: msg`Others see your town, never where you are.`,
  about: msg`Keep phone numbers and addresses private until you trust someone.`,
  prompts: msg`Visible to everyone who can see your profile.`,
  hair_color: msg`Visible to everyone who can see your profile.`,
  eye_color: msg`Visible to everyone who can see your profile.`,
  body_type: msg`Visible to everyone who can see your profile.`,
  relationship_status: msg`Visible to everyone who can see your profile.`,
  tattoos: msg`Visible to everyone who can see your profile.`,
  reason: msg`It saves you both time.`,
  height: msg`Visible to everyone who can see your profile.`,
  children: msg`Visible to everyone who can see your profile.`,
  smoking: msg`Visible to everyone who can see your profile.`,
  drinking: msg`Visible to everyone who can see your profile.`,
  religion: msg`Visible to everyone who can see your profile.`,
  interests: msg`Interests you share with someone are shown to them first.`,
  pictures: msg`Only photos of you: no children, logos or phone numbers.`,
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
