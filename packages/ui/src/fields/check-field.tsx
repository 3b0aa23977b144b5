import { Check } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { classNames } from '../class-names.ts';
import { FieldNote, type FieldProps, useFieldIds } from './field-frame.tsx';

export interface CheckboxFieldProps extends Omit<FieldProps, 'label' | 'isLabelHidden'> {
  /** May hold links, as in terms. */
  label: ReactNode;
  value: boolean;
  onChange: (value: boolean) => void;
  onBlur?: (() => void) | undefined;
  name?: string | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

/** A checkbox in a row of at least 44 px that can be pressed as a whole. */
export function CheckboxField(props: CheckboxFieldProps) {
  const { label, value, onChange, description, errorMessage, isDisabled, isCompact = true } = props;
  const ids = useFieldIds({ label: '', description, errorMessage });
  return (
    <div className={props.className}>
      <label className="group flex min-h-11 items-start gap-3 py-2.5 text-base has-disabled:opacity-50">
        <span className="relative mt-px flex size-5.5 shrink-0">
          <input
            {...ids.controlProps}
            ref={props.ref}
            type="checkbox"
            name={props.name}
            checked={value}
            onChange={(event) => onChange(event.target.checked)}
            onBlur={props.onBlur}
            aria-required={props.isRequired}
            disabled={isDisabled}
            className="peer size-full appearance-none forced-colors:appearance-auto rounded-sm border border-edge bg-card transition-colors group-hover:border-ink-2 checked:border-pulse checked:bg-pulse aria-invalid:border-danger"
          />
          <Check
            className="pointer-events-none absolute inset-0.5 forced-colors:hidden size-4.5 scale-75 text-on-pulse opacity-0 transition duration-200 peer-checked:scale-100 peer-checked:opacity-100"
            strokeWidth={2.75}
            aria-hidden
          />
        </span>
        <span className="min-w-0">{label}</span>
      </label>
      <div className="pl-8.5">
        <FieldNote id={ids.noteId} {...{ description, errorMessage, isCompact }} />
      </div>
    </div>
  );
}

export interface SwitchProps {
  label: string;
  description?: ReactNode;
  value: boolean;
  onChange: (value: boolean) => void;
  name?: string | undefined;
  isDisabled?: boolean | undefined;
  /** The label is only for screen readers, for example if a table header shows it already. */
  isLabelHidden?: boolean | undefined;
  className?: string | undefined;
}

/** A switch with immediate effect; label left, switch right. */
export function Switch(props: SwitchProps) {
  const { label, description, value, onChange, name, isDisabled, isLabelHidden, className } = props;
  const ids = useFieldIds({ label, description });
  const nameId = `${ids.id}-name`;
  return (
    <label className={classNames('flex min-h-11 items-center gap-4 py-2', className)}>
      <span className={isLabelHidden ? 'sr-only' : 'min-w-0 grow'}>
        <span id={nameId} className={classNames('block font-medium', isDisabled && 'opacity-50')}>
          {label}
        </span>
        {description && (
          <span id={ids.noteId} className="block text-sm text-ink-2">
            {description}
          </span>
        )}
      </span>
      <input
        {...ids.controlProps}
        // The label element contains the description too, which must not be read twice.
        aria-labelledby={nameId}
        type="checkbox"
        role="switch"
        name={name}
        checked={value}
        onChange={(event) => onChange(event.target.checked)}
        disabled={isDisabled}
        className={classNames(
          'relative h-7 w-12 shrink-0 disabled:opacity-50 cursor-pointer appearance-none rounded-full border border-edge bg-sunk transition-colors duration-200',
          'before:absolute before:top-1/2 before:left-[3px] before:size-5 before:-translate-y-1/2 before:rounded-full before:bg-edge before:transition-transform before:duration-200',
          'checked:border-pulse checked:bg-pulse checked:before:translate-x-5 checked:before:bg-on-pulse',
        )}
      />
    </label>
  );
}
