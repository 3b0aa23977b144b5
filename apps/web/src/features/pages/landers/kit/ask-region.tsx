import { SelectField } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Kit } from '../lander-config.ts';
import { ContinueButton } from './choice.tsx';

/** The region, as a list. */
export function RegionField({ kit }: { kit: Kit }) {
  const { t } = useLingui();
  return (
    <SelectField
      isCompact
      label={t`Your region`}
      placeholder={t`Choose…`}
      value={kit.answers.region ?? ''}
      onChange={(region) => kit.answer({ region })}
      options={kit.regions.map(({ code, name }) => ({ value: code, label: name }))}
    />
  );
}

/** The region of the visitor. Without a known country the sign-up asks. */
export function AskRegion({ kit }: { kit: Kit }) {
  return (
    <div className="grid max-w-[480px] gap-5 text-left">
      {kit.regions.length > 0 && <RegionField kit={kit} />}
      <p className="text-sm text-ink-2">
        <Trans>We never ask where you are right now, and never show a distance.</Trans>
      </p>
      <ContinueButton kit={kit} />
    </div>
  );
}
