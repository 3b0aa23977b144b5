import { Trans } from '@lingui/react/macro';
import type { Kit } from '../lander-config.ts';
import { AnswerButton, Answers } from './choice.tsx';

/** A question that both answers lead on from. */
export function AskYesNo({ kit }: { kit: Kit }) {
  return (
    <Answers>
      <AnswerButton kit={kit} isMain onPress={kit.next}>
        <Trans>Yes</Trans>
      </AnswerButton>
      <AnswerButton kit={kit} onPress={kit.next}>
        <Trans>Not for much longer</Trans>
      </AnswerButton>
    </Answers>
  );
}
