import { classNames } from '../class-names.ts';
import { type FieldFrameProps, FieldNote } from './field-frame.tsx';

interface FieldSetProps extends FieldFrameProps {
  role?: 'radiogroup' | undefined;
}

/** `FieldFrame` for a group of controls: a `fieldset` with the label as its legend. */
export function FieldSet(props: FieldSetProps) {
  const { ids, label, isLabelHidden, description, errorMessage, isCompact, className, children } = props;
  return (
    <fieldset
      role={props.role}
      aria-invalid={props.role && ids.controlProps['aria-invalid']}
      aria-required={props.role && props.isRequired}
      className={classNames('min-w-0', className)}
      aria-describedby={ids.controlProps['aria-describedby']}
      disabled={props.isDisabled}
    >
      <legend className={isLabelHidden ? 'sr-only' : 'mb-1.5 block text-sm font-semibold text-ink'}>
        {label}
      </legend>
      {children}
      <FieldNote id={ids.noteId} {...{ description, errorMessage, isCompact }} />
    </fieldset>
  );
}
