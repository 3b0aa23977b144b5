import { Switch, ToggleChip } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import type { changeSearch, Flag, MemberSearch } from './member-search.ts';

interface OnlyFiltersProps {
  search: MemberSearch;
  onChange: (change: Parameters<typeof changeSearch>[1]) => void;
}

/** Filters that leave people out: who could not like back, who joined long ago, who is away, who is not verified. */
export function OnlyFilters({ search, onChange }: OnlyFiltersProps) {
  const { t } = useLingui();
  const id = useId();
  const flags: readonly (readonly [Flag, string])[] = [
    ['active_now', t`Active now`],
    ['new_here', t`New here`],
    ['verified', t`Verified`],
  ];
  return (
    <div className="grid gap-4">
      <div role="group" aria-labelledby={id} className="grid gap-2">
        <p id={id} className="text-sm font-semibold">
          <Trans>Show only</Trans>
        </p>
        <div className="flex flex-wrap gap-2">
          {flags.map(([flag, label]) => (
            <ToggleChip
              key={flag}
              // On wide screens these are above the results.
              className={flag === 'verified' ? undefined : 'xl:hidden'}
              isSelected={search[flag] === 1}
              onChange={(isOn) => onChange({ [flag]: isOn ? 1 : undefined })}
            >
              {label}
            </ToggleChip>
          ))}
        </div>
      </div>
      <Switch
        label={t`Only people who could like you back`}
        value={search.fits !== 'any'}
        onChange={(isOnly) => onChange({ fits: isOnly ? undefined : 'any' })}
      />
    </div>
  );
}
