import type { PublicSettings } from '@heartline/contracts';
import { Trans, useLingui } from '@lingui/react/macro';
import { TrendingUp } from 'lucide-react';
import { formatLocale } from '../../client/format-locale.ts';

export type ClaimSettings = Pick<PublicSettings, 'premium_claim_percent' | 'premium_claim_source'>;

/** The operator’s claim about Premium with its source. A claim without a source is not shown (S1-044, S9-055). */
export function PremiumClaim({ settings }: { settings: ClaimSettings }) {
  const { i18n } = useLingui();
  const { premium_claim_percent: percent, premium_claim_source: source } = settings;
  if (!percent || !source) return null;
  const chance = new Intl.NumberFormat(formatLocale(i18n), { style: 'percent' }).format(percent / 100);
  return (
    <p className="mt-4 flex items-start gap-2.5">
      <TrendingUp className="mt-px size-5 shrink-0 text-leaf" aria-hidden />
      <span>
        <span className="block font-semibold">
          <Trans>Premium members have a {chance} higher chance of a match.</Trans>
        </span>
        <span className="block text-sm text-ink-2">
          <Trans>Source: {source}</Trans>
        </span>
      </span>
    </p>
  );
}
