import type { Ref } from 'react';
import { classNames } from '../class-names.ts';
import { controlClass, FieldFrame, type FieldProps, useFieldIds } from './field-frame.tsx';
import type { TextControlProps } from './text-field.tsx';

export interface TextAreaProps extends FieldProps, TextControlProps {
  /** Rows before it grows. Default 3. It grows to six rows and then scrolls. */
  minRows?: number | undefined;
  /** Shown right below the field, such as "120 / 500". */
  counter?: string | undefined;
  ref?: Ref<HTMLTextAreaElement> | undefined;
}

/** Multi-line text. Grows automatically (`field-sizing`, or a mirrored copy for browsers without it). */
export function TextArea(props: TextAreaProps) {
  const ids = useFieldIds(props);
  const { minRows = 3, counter, value, onChange } = props;
  return (
    <FieldFrame {...props} ids={ids}>
      <div className="grow-box max-h-[calc(6lh+26px)]" data-text={value}>
        <textarea
          {...ids.controlProps}
          ref={props.ref}
          name={props.name}
          rows={minRows}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={props.onBlur}
          onKeyDown={props.onKeyDown}
          placeholder={props.placeholder}
          maxLength={props.maxLength}
          autoFocus={props.autoFocus}
          aria-required={props.isRequired}
          disabled={props.isDisabled}
          readOnly={props.isReadOnly}
          style={{ minHeight: `calc(${minRows}lh + 26px)` }}
          className={classNames(controlClass, 'resize-none py-3')}
        />
      </div>
      {counter && <p className="tabular float-right pt-1.5 text-sm text-ink-2">{counter}</p>}
    </FieldFrame>
  );
}
