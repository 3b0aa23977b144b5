import type {
  HTMLInputTypeAttribute,
  InputHTMLAttributes,
  KeyboardEventHandler,
  ReactNode,
  Ref,
} from 'react';
import { classNames } from '../class-names.ts';
import { controlClass, FieldFrame, type FieldProps, useFieldIds } from './field-frame.tsx';

/** Props of a text control besides `FieldProps`. Accepts a react-hook-form `field` by spread. */
export interface TextControlProps {
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  onKeyDown?: KeyboardEventHandler<HTMLElement> | undefined;
  name?: string | undefined;
  placeholder?: string | undefined;
  maxLength?: number | undefined;
  autoComplete?: string | undefined;
  autoFocus?: boolean | undefined;
  isReadOnly?: boolean | undefined;
}

export interface TextFieldProps extends FieldProps, TextControlProps {
  type?: HTMLInputTypeAttribute | undefined;
  inputMode?: InputHTMLAttributes<HTMLInputElement>['inputMode'];
  autoCapitalize?: string | undefined;
  spellCheck?: boolean | undefined;
  /** An icon inside the left edge. */
  icon?: ReactNode;
  /** Content inside the right edge, up to 44 px: a check, a button. */
  end?: ReactNode;
  ref?: Ref<HTMLInputElement> | undefined;
}

/** One line of text. On phones its font size is 17 px, so browsers do not zoom in. */
export function TextField(props: TextFieldProps) {
  const ids = useFieldIds(props);
  const { type = 'text', icon, end, value, onChange, isRequired, isDisabled, isReadOnly } = props;
  return (
    <FieldFrame {...props} ids={ids}>
      <div className="relative">
        {icon && (
          <span className="pointer-events-none absolute inset-y-0 left-3.5 flex items-center text-ink-2">
            {icon}
          </span>
        )}
        <input
          {...ids.controlProps}
          ref={props.ref}
          type={type}
          name={props.name}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={props.onBlur}
          onKeyDown={props.onKeyDown}
          placeholder={props.placeholder}
          maxLength={props.maxLength}
          autoComplete={props.autoComplete}
          autoCapitalize={props.autoCapitalize}
          spellCheck={props.spellCheck}
          inputMode={props.inputMode}
          // The caller decides, only in dialogs and on one-question screens.
          autoFocus={props.autoFocus}
          aria-required={isRequired}
          disabled={isDisabled}
          readOnly={isReadOnly}
          className={classNames(controlClass, icon && 'pl-11', end && 'pr-12')}
        />
        {end && <span className="absolute inset-y-0 right-0.5 flex items-center">{end}</span>}
      </div>
    </FieldFrame>
  );
}
