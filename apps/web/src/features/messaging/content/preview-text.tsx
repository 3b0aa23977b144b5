import type { MessageKind } from '@heartline/contracts';
import { Trans, useLingui } from '@lingui/react/macro';

/** One-line preview of a message, with its kind if it is not text. */
export function PreviewText({ kind, text }: { kind: MessageKind; text: string }) {
  const what = useKindLabels()(kind);
  if (kind === 'text') return <bdi>{text}</bdi>;
  if (text === '') return what;
  return (
    <Trans>
      {what}: <bdi>{text}</bdi>
    </Trans>
  );
}

/** The same as a string, for places such as the name of a button. */
export function usePreviewLine(): (kind: MessageKind, text: string) => string {
  const what = useKindLabels();
  return (kind, text) => {
    if (kind === 'text') return text;
    return text === '' ? what(kind) : `${what(kind)}: ${text}`;
  };
}

/** Names of the kinds of messages. */
function useKindLabels() {
  const { t } = useLingui();
  const words: Record<MessageKind, string> = { text: t`Message`, photo: t`Photo`, gift: t`Gift` };
  return (kind: MessageKind): string => words[kind];
}
