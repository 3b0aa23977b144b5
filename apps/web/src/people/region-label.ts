import { REGION_WORDS, type RegionWord } from '@heartline/i18n';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';

const LABELS: Record<RegionWord, MessageDescriptor> = {
  province: msg`Province`,
  state: msg`State`,
  land: msg({ context: 'Germany, Austria', message: 'State' }),
  canton: msg`Canton`,
  voivodeship: msg`Voivodeship`,
  region: msg`Region`,
};

/** The word for a region in a country: province, state, canton, voivodeship or region. */
export function useRegionLabel(): (country: string | undefined) => string {
  const { i18n } = useLingui();
  return (country) => i18n._(LABELS[REGION_WORDS[country ?? ''] ?? 'region']);
}
