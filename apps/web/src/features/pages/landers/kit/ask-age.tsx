import { Trans } from '@lingui/react/macro';
import { useFlag } from '../../../../client/flags.ts';
import type { Kit } from '../lander-config.ts';
import { AnswerButton, Answers } from './choice.tsx';

/** The target of "leave": a blank page, which belongs to no site. */
const ELSEWHERE = 'about:blank';

/** Yes leads on, and counts as the answer to the entry warning. No leads away. */
export function AskAge({ kit }: { kit: Kit }) {
  const { min_age: minAge } = kit.settings;
  const [, dismissWarning] = useFlag('hide-entry-warning');
  const enter = () => {
    dismissWarning();
    kit.next();
  };
  return (
    <Answers>
      <AnswerButton kit={kit} isMain onPress={enter}>
        <Trans>Yes, I’m {minAge} or over</Trans>
      </AnswerButton>
      <AnswerButton kit={kit} onPress={() => location.assign(ELSEWHERE)} href={ELSEWHERE}>
        <Trans>No, leave</Trans>
      </AnswerButton>
    </Answers>
  );
}
