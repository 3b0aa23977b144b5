import type { Gone, MessageKind } from '@heartline/contracts';
import { useLingui } from '@lingui/react/macro';
import type { Row } from '../conversation-rows.ts';

interface GoneLineProps {
  row: Row;
  gone: Gone;
  name: string;
  id?: string | undefined;
}

/** What stands where a message was: one quiet line that says what became of it. */
export function GoneLine({ row, gone, name, id }: GoneLineProps) {
  const words = useGoneWords();
  return (
    <p
      id={id}
      className={`px-1 py-1.5 text-sm text-ink-2 italic ${row.isOwn ? 'text-right' : 'text-left'}`}
      data-gone={gone}
    >
      {words(gone, row.kind, row.isOwn ? null : name)}
    </p>
  );
}

/**
 * What became of a message, in words: of an own one (`null`), or of the one of this name. A photo is called one whether it
 * was taken back before it was read or after.
 */
export function useGoneWords() {
  const { t } = useLingui();
  return (gone: Gone, kind: MessageKind, name: string | null): string => {
    if (gone === 'recalled' || (gone === 'unsent' && kind === 'photo'))
      return name === null ? t`You took this photo back` : t`${name} took this photo back`;
    if (gone === 'unsent')
      return name === null ? t`You took this message back` : t`${name} took this message back`;
    return gone === 'removed' ? t`This message was removed` : t`This message was deleted`;
  };
}
