import type { FieldError } from '@heartline/contracts';
import { useEffect, useRef, useState } from 'react';
import { useFieldMessage } from '../../../client/error-message.ts';
import { DEBIT_FIELDS, type DebitField, type DebitForm, faultOf } from './debit-form.ts';

interface FieldsInput {
  /** The fields that are on the screen. */
  shown?: readonly DebitField[];
  form: DebitForm;
  onChange: (form: DebitForm) => void;
  /** Fields that the server refused in the last order. */
  refused: Readonly<Partial<Record<string, FieldError>>>;
}

/**
 * Errors and props of the fields. A field is checked when the member leaves it, and all are checked before they are sent.
 * The first wrong one takes the focus.
 */
export function useDebitFields({ shown = DEBIT_FIELDS, form, onChange, refused }: FieldsInput) {
  const message = useFieldMessage();
  const place = useRef<HTMLFormElement>(null);
  const [checked, setChecked] = useState<ReadonlySet<DebitField>>(new Set());
  const [changed, setChanged] = useState<{ since: object; fields: ReadonlySet<DebitField> }>({
    since: refused,
    fields: new Set(),
  });
  const isChanged = (field: DebitField) => changed.since === refused && changed.fields.has(field);
  const errorOf = (field: DebitField): FieldError | undefined => {
    if (refused[field] && !isChanged(field)) return refused[field];
    return checked.has(field) ? faultOf(field, form[field]) : undefined;
  };
  const focus = (field: DebitField | undefined) =>
    place.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
  useEffect(() => {
    const first = DEBIT_FIELDS.find((field) => refused[field]);
    if (first) place.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  }, [refused]);

  return {
    /** The form around the fields. */
    place,
    propsOf: (field: DebitField) => ({
      name: field,
      value: form[field],
      isRequired: true,
      errorMessage: message(errorOf(field)),
      onChange: (value: string) => {
        onChange({ ...form, [field]: value });
        const known = changed.since === refused ? changed.fields : [];
        setChanged({ since: refused, fields: new Set([...known, field]) });
        // An error goes with the first key, and comes back when the field is left.
        setChecked((now) => new Set([...now].filter((one) => one !== field)));
      },
      onBlur: () => {
        if (form[field].trim() !== '') setChecked((now) => new Set([...now, field]));
      },
    }),
    /** Shows every fault, and leads to the first. True if there is none. */
    check(): boolean {
      setChecked(new Set(shown));
      const wrong = shown.find((field) => faultOf(field, form[field]));
      focus(wrong);
      return wrong === undefined;
    },
  };
}
