import type { Profile } from '@heartline/contracts';
import type { Fact } from '@heartline/ui';
import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { useFormatLocale, useLocale } from '../../client/language.ts';
import { displayNames } from '../../people/display-names.ts';
import { heightText } from '../../people/height.ts';
import { LAST_SEEN } from '../../people/last-seen.ts';
import { useArePlacesKnown, useRegionName } from '../../people/place.ts';
import { useRegionLabel } from '../../people/region-label.ts';
import { SEXUALITY_LABELS } from '../../people/sexuality-labels.ts';
import {
  BODY_TYPE_LABELS,
  CHILDREN_LABELS,
  DRINKING_LABELS,
  EYE_COLOR_LABELS,
  HAIR_COLOR_LABELS,
  REASON_LABELS,
  RELATIONSHIP_LABELS,
  RELIGION_LABELS,
  SMOKING_LABELS,
  TATTOO_LABELS,
} from '../../people/trait-labels.ts';
import { OPTIONAL_FACT_NAMES as NAMES } from './optional-facts.tsx';

/** The time since a member was last online, as a band. */
export function useLastSeenText(profile: Pick<Profile, 'last_active'>): string | undefined {
  const { i18n } = useLingui();
  return profile.last_active ? i18n._(LAST_SEEN[profile.last_active]) : undefined;
}

/** The facts of a profile as texts, without empty ones. */
export function useFacts(profile: Profile): Fact[] {
  const { t, i18n } = useLingui();
  const regionWord = useRegionLabel();
  const placeName = useRegionName();
  const arePlacesKnown = useArePlacesKnown();
  const locale = useLocale();
  const formats = useFormatLocale();
  const word = (words: Partial<Record<string, MessageDescriptor>>, value: string | null | undefined) => {
    const text = value == null ? undefined : words[value];
    return text ? i18n._(text) : (value ?? undefined);
  };
  // The head names the city, or else the region.
  const regionName = placeName(profile) ?? (arePlacesKnown ? undefined : '…');
  const isInHead = profile.city === null || profile.city === regionName;
  const facts: [label: string, value: string | undefined][] = [
    [t`Gender`, profile.gender === 'female' ? t`Woman` : t`Man`],
    [t`Here for`, word(REASON_LABELS, profile.reason)],
    [regionWord(profile.country), isInHead ? undefined : regionName],
    [t`Relationship`, word(RELATIONSHIP_LABELS, profile.relationship_status)],
    [t`Sexuality`, profile.sexuality ? i18n._(SEXUALITY_LABELS[profile.sexuality]) : undefined],
    [t`Speaks`, profile.language ? displayNames(locale, 'language').of(profile.language) : undefined],
    [t`Hair`, word(HAIR_COLOR_LABELS, profile.hair_color)],
    [t`Eyes`, word(EYE_COLOR_LABELS, profile.eye_color)],
    [t`Body type`, word(BODY_TYPE_LABELS, profile.body_type)],
    [t`Tattoos`, word(TATTOO_LABELS, profile.tattoos)],
    [i18n._(NAMES.height), profile.height ? heightText(profile.height, formats) : undefined],
    [i18n._(NAMES.children), word(CHILDREN_LABELS, profile.children)],
    [i18n._(NAMES.smoking), word(SMOKING_LABELS, profile.smoking)],
    [i18n._(NAMES.drinking), word(DRINKING_LABELS, profile.drinking)],
    [i18n._(NAMES.religion), word(RELIGION_LABELS, profile.religion)],
  ];
  return facts.flatMap(([label, value]) => (value ? [{ label, value }] : []));
}
