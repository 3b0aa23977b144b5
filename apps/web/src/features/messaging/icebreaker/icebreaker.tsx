import type { getMessagePrice, Interest, OutputOf, ProfileCard } from '@heartline/contracts';
import type { MessageDescriptor } from '@lingui/core';
import { Suspense, useState } from 'react';
import { useFlag } from '../../../client/flags.ts';
import { part } from '../../../client/part.ts';
import { useMember } from '../../../client/session.ts';
import { INTEREST_WORDS } from '../../../people/interest-words.ts';
import { useMessagePrice } from '../before-writing/use-message-price.ts';
import { isSkipped, rememberSkipped } from './skipped.ts';

const IcebreakerDialog = part(() => import('./icebreaker-dialog.tsx'), 'IcebreakerDialog');

type Known = OutputOf<typeof getMessagePrice>;

interface IcebreakerProps {
  profile: Pick<ProfileCard, 'id' | 'name' | 'fictional' | 'shared_interest'>;
  /** The member has something to say already. */
  hasText: boolean;
  /** Something stands in the way of sending. */
  isBlocked: boolean;
  /** Takes the chosen words into the field; sending them is the member’s. */
  onChoose: (text: string) => void;
}

/**
 * Offers a few first lines to somebody nobody wrote to yet, once per person. Stands in a chat without any message, and
 * comes where one is known to be taken: a line that can't be sent helps nobody.
 */
export function Icebreaker({ profile, hasText, isBlocked, onChoose }: IcebreakerProps) {
  const me = useMember();
  const [hiddenAt, hideAll] = useFlag('hide-icebreakers');
  const [isOpen, setOpen] = useState(() => !hasText && hiddenAt === null && !isSkipped(me.id, profile.id));
  // Over a slow network the lines may come when the first words are written already: then nobody needs them.
  if (isOpen && hasText) setOpen(false);
  const known = useMessagePrice(profile.id);
  if (!isOpen || isBlocked || !known || !mayBegin(known)) return null;
  const close = () => {
    rememberSkipped(me.id, profile.id);
    setOpen(false);
  };
  return (
    <Suspense fallback={null}>
      <IcebreakerDialog
        profile={profile}
        interest={interestToBeginWith(profile.shared_interest)}
        onChoose={(text) => {
          close();
          onChoose(text);
        }}
        onClose={close}
        onNeverAgain={() => {
          hideAll();
          close();
        }}
      />
    </Suspense>
  );
}

/** Whether a first message is taken, and is none too many. */
const mayBegin = ({ may_open: mayOpen, starts_conversation: starts, conversations_left: left }: Known) =>
  mayOpen && !(starts && left === 0);

/** What both like, unless the house would put words into a stranger's mouth that nobody begins with. */
function interestToBeginWith(shared: string | null): MessageDescriptor | undefined {
  return shared === 'sex' ? undefined : INTEREST_WORDS[shared as Interest];
}
