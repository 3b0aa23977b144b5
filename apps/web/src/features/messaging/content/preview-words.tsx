import type { MessageKind } from '@heartline/contracts';
import { Trans, useLingui } from '@lingui/react/macro';

/** What was said, with what else than words it is. */
export function PreviewWords({ kind, text }: { kind: MessageKind; text: string }) {
  const what = useKindWords()(kind);
  if (kind === 'text') return <bdi>{text}</bdi>;
  if (text === '') return what;
  return (
    <Trans>
      {what}: <bdi>{text}</bdi>
    </Trans>
  );
}

/** The same where nothing but words can stand, such as the name of a button. */
export function usePreviewLine(): (kind: MessageKind, text: string) => string {
  const what = useKindWords();
  return (kind, text) => {
    if (kind === 'text') return text;
    return text === '' ? what(kind) : `${what(kind)}: ${text}`;
  };
}

/** What a message without words is called. */
function useKindWords() {
  const { t } = useLingui();
  const words: Record<MessageKind, string> = { text: t`Message`, photo: t`Photo`, gift: t`Gift` };
  return (kind: MessageKind): string => words[kind];
}
