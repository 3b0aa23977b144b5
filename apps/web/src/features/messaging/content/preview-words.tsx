import type { MessageKind } from '@heartline/contracts';
import { Trans } from '@lingui/react/macro';
import { useKindWords } from './quote-lines.tsx';

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
