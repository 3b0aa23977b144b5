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
 * What became of a message, in words: of an own one (`null`), or of the one of this name. What was taken back is called
 * what it was; only photos are called back once they were read.
 */
export function useGoneWords() {
  const { t } = useLingui();
  return (gone: Gone, kind: MessageKind, name: string | null): string => {
    if (gone === 'removed') return t`This message was removed`;
    if (gone === 'erased') return t`This message was deleted`;
    const own = {
      text: t`You took this message back`,
      photo: t`You took this photo back`,
      gift: t`You took this gift back`,
    };
    const theirs = {
      text: t`${name} took this message back`,
      photo: t`${name} took this photo back`,
      gift: t`${name} took this gift back`,
    };
    return (name === null ? own : theirs)[gone === 'recalled' ? 'photo' : kind];
  };
}
