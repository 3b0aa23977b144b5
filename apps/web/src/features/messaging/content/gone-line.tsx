import type { Gone, MessageKind } from '@heartline/contracts';
import { useLingui } from '@lingui/react/macro';
import type { Row } from '../conversation-rows.ts';

interface GoneLineProps {
  row: Row;
  gone: Gone;
  name: string;
  id?: string | undefined;
}

/** Replaces a message that is gone with one line that says why. */
export function GoneLine({ row, gone, name, id }: GoneLineProps) {
  const words = useGoneText();
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
 * Text for a message that is gone: an own one (`null`), or one of the member with this name. It names the kind of
 * message. `recalled` exists only for photos.
 */
export function useGoneText() {
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
