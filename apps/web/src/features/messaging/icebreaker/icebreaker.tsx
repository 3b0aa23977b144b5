import type { getMessagePrice, Interest, OutputOf, ProfileCard } from '@heartline/contracts';
import type { MessageDescriptor } from '@lingui/core';
import { Suspense, useState } from 'react';
import { useFlag } from '../../../client/flags.ts';
import { lazyComponent } from '../../../client/lazy-component.ts';
import { useMember } from '../../../client/session.ts';
import { INTEREST_LABELS } from '../../../people/interest-labels.ts';
import { useMessagePrice } from '../before-writing/use-message-price.ts';
import { isSkipped, rememberSkipped } from './skipped.ts';

const IcebreakerDialog = lazyComponent(() => import('./icebreaker-dialog.tsx'), 'IcebreakerDialog');

type Known = OutputOf<typeof getMessagePrice>;

interface IcebreakerProps {
  profile: Pick<ProfileCard, 'id' | 'name' | 'fictional' | 'shared_interest'>;
  /** The field already has text. */
  hasText: boolean;
  /** Sending is blocked. */
  isBlocked: boolean;
  /** Puts the chosen text into the field without sending it. */
  onChoose: (text: string) => void;
}

/**
 * Offers first lines in a chat without messages, once per member. It waits until a first message is known to be
 * accepted, because a line that can't be sent does not help.
 */
export function Icebreaker({ profile, hasText, isBlocked, onChoose }: IcebreakerProps) {
  const me = useMember();
  const [hiddenAt, hideAll] = useFlag('hide-icebreakers');
  const [isOpen, setOpen] = useState(() => !hasText && hiddenAt === null && !isSkipped(me.id, profile.id));
  // On a slow network the member may already be typing when the lines arrive.
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

/** True if a first message is accepted and within the free conversations. */
const mayBegin = ({ may_open: mayOpen, starts_conversation: starts, conversations_left: left }: Known) =>
  mayOpen && !(starts && left === 0);

/** Shared interest for a first line. It leaves out `sex`, because the app should not suggest that as a beginning. */
function interestToBeginWith(shared: string | null): MessageDescriptor | undefined {
  return shared === 'sex' ? undefined : INTEREST_LABELS[shared as Interest];
}
