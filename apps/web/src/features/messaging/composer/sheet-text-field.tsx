import { isSendKey, TextArea } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';

interface SheetTextFieldProps {
  value: string;
  onChange: (value: string) => void;
  /** Called on Enter; undefined while nothing can be sent. */
  onSend: (() => void) | undefined;
  /** Focuses the field, except on devices where that opens a keyboard over the sheet. */
  isFirst?: boolean;
}

/** Field for the text sent with a photo or gift. */
export function SheetTextField({ value, onChange, onSend, isFirst = false }: SheetTextFieldProps) {
  const { t } = useLingui();
  return (
    <TextArea
      label={t`Add a message (optional)`}
      minRows={1}
      isCompact
      value={value}
      onChange={onChange}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the sheet was opened by the member, to write and send
      autoFocus={isFirst && matchMedia('(pointer: fine)').matches}
      onKeyDown={(event) => {
        if (!isSendKey(event)) return;
        event.preventDefault();
        onSend?.();
      }}
    />
  );
}
