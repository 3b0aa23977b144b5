import { isSendKey, TextArea } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';

interface SheetWordsProps {
  value: string;
  onChange: (value: string) => void;
  /** Enter sends, as in the field of the conversation; undefined while nothing can be sent. */
  onSend: (() => void) | undefined;
  /** The member can write at once, where no keyboard comes up over what they look at. */
  isFirst?: boolean;
}

/** The words that go with what a sheet sends. */
export function SheetWords({ value, onChange, onSend, isFirst = false }: SheetWordsProps) {
  const { t } = useLingui();
  return (
    <TextArea
      label={t`A few words with it (optional)`}
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
