import { TextField, type TextFieldProps } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useLayoutEffect, useRef } from 'react';
import { caretAfter, charactersBefore, grouped } from './debit-form.ts';

/** An IBAN, in groups of four while it is typed (S2-075). It may be pasted with or without spaces. */
export function IbanField({ value, onChange, ...props }: Omit<TextFieldProps, 'label' | 'ref'>) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number>(undefined);
  // The browser puts the caret at the end of a value that a script set.
  useLayoutEffect(() => {
    const at = caret.current;
    caret.current = undefined;
    if (at === undefined || input.current?.value !== value) return;
    if (document.activeElement === input.current) input.current.setSelectionRange(at, at);
  }, [value]);
  return (
    <TextField
      {...props}
      ref={input}
      label={t`IBAN`}
      name="iban"
      value={value}
      onChange={(typed) => {
        const next = grouped(typed);
        const at = input.current?.selectionStart ?? typed.length;
        caret.current = caretAfter(next, charactersBefore(typed, at));
        onChange(next);
      }}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      isRequired
    />
  );
}
