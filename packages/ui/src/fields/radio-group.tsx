import type { ReactNode } from 'react';
import { useId } from 'react';
import { classNames } from '../class-names.ts';
import { type FieldProps, useFieldIds } from './field-frame.tsx';
import { FieldSet } from './field-set.tsx';

export interface RadioOption<V extends string> {
  value: V;
  label: string;
  description?: string | undefined;
  icon?: ReactNode;
}

export interface RadioGroupProps<V extends string> extends FieldProps {
  options: readonly RadioOption<V>[];
  value: V | null;
  onChange: (value: V) => void;
  onBlur?: (() => void) | undefined;
  name?: string | undefined;
  /** `segmented`: side by side, for 2 to 4 short labels. `rows`: one below the other. Default `segmented`. */
  variant?: 'segmented' | 'rows' | undefined;
}

const looks = {
  segmented: {
    group: 'grid auto-cols-fr grid-flow-col gap-1 rounded-control border border-edge bg-card p-1',
    option:
      'justify-center rounded-sm px-2 py-1.5 text-center hover:bg-hover has-checked:bg-pulse-soft has-checked:font-semibold',
  },
  rows: {
    group: 'grid gap-2',
    option:
      'rounded-control border border-edge bg-card px-4 py-3 hover:border-ink-2 has-checked:border-pulse has-checked:bg-pulse-soft has-checked:font-semibold',
  },
};

/** One choice of a few, all visible. Arrow keys move, as the platform does it. */
export function RadioGroup<V extends string>(props: RadioGroupProps<V>) {
  const ids = useFieldIds(props);
  const ownName = useId();
  const { options, value, onChange, onBlur, variant = 'segmented', errorMessage } = props;
  return (
    <FieldSet {...props} ids={ids} role="radiogroup">
      <div className={classNames(looks[variant].group, errorMessage && 'border-danger')}>
        {options.map((option) => (
          <label
            key={option.value}
            className={classNames(
              'flex min-h-10 cursor-pointer items-center gap-2.5 text-base transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-ink has-disabled:opacity-50',
              looks[variant].option,
            )}
          >
            <input
              type="radio"
              className="sr-only"
              name={props.name ?? ownName}
              value={option.value}
              checked={value === option.value}
              onChange={() => onChange(option.value)}
              onBlur={onBlur}
            />
            {option.icon}
            <span className="min-w-0">
              {option.label}
              {option.description && (
                <span className="block text-sm font-normal text-ink-2">{option.description}</span>
              )}
            </span>
          </label>
        ))}
      </div>
    </FieldSet>
  );
}
