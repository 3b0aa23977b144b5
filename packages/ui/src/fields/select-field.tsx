import { ChevronDown } from 'lucide-react';
import type { KeyboardEvent, Ref } from 'react';
import { classNames } from '../class-names.ts';
import { controlClass, FieldFrame, type FieldProps, useFieldIds } from './field-frame.tsx';

export interface SelectOption {
  value: string;
  label: string;
  isDisabled?: boolean | undefined;
}

export interface SelectFieldProps extends FieldProps {
  options: readonly SelectOption[];
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  name?: string | undefined;
  /** Shown while `value` is empty. */
  placeholder?: string | undefined;
  autoComplete?: string | undefined;
  ref?: Ref<HTMLSelectElement> | undefined;
}

/** Stops Escape for an open list drawn by the page. Otherwise the dialog around it would close first. */
function closeListAlone(event: KeyboardEvent<HTMLSelectElement>) {
  if (event.key === 'Escape' && CSS.supports('selector(:open)') && event.currentTarget.matches(':open'))
    event.stopPropagation();
}

/** One choice of a list. Uses the platform's picker: a wheel on phones, type-ahead everywhere, styled if possible. */
export function SelectField(props: SelectFieldProps) {
  const ids = useFieldIds(props);
  const { options, value, onChange, placeholder } = props;
  return (
    <FieldFrame {...props} ids={ids}>
      <div className="relative">
        <select
          {...ids.controlProps}
          ref={props.ref}
          name={props.name}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={closeListAlone}
          onBlur={props.onBlur}
          autoComplete={props.autoComplete}
          aria-required={props.isRequired}
          disabled={props.isDisabled}
          className={classNames(controlClass, 'picker truncate pr-11', value === '' && 'text-ink-2')}
        >
          {placeholder !== undefined && (
            <option value="" disabled>
              {placeholder}
            </option>
          )}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.isDisabled}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown
          className="pointer-events-none absolute top-1/2 right-3.5 size-5 -translate-y-1/2 text-ink-2"
          aria-hidden
        />
      </div>
    </FieldFrame>
  );
}
