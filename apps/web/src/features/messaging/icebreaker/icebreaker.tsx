import { IconButton } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Lightbulb, X } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useFlag } from '../../../client/flags.ts';
import { lazyOverlay } from '../../../client/lazy-overlay.tsx';
import { useMember } from '../../../client/session.ts';
import { profileBeside } from '../../../people/profile-query.ts';
import { useMessagePrice } from '../before-writing/use-message-price.ts';
import { mayBegin } from './may-begin.ts';
import { OpenerChips } from './opener-chips.tsx';
import { isSkipped, rememberSkipped } from './skipped.ts';
import { isOwnText, type OpenerPerson, useOpeners } from './use-openers.ts';

const IcebreakerDialog = lazyOverlay(() => import('./icebreaker-dialog.tsx'), 'IcebreakerDialog');

interface IcebreakerProps {
  profile: OpenerPerson;
  /** Text in the field. */
  text: string;
  /** Sending is blocked. */
  isBlocked: boolean;
  /** Puts the chosen text into the field without sending it. */
  onChoose: (text: string) => void;
}

const OFFERED = 3;

/**
 * First lines as chips over the field of a chat without messages, until they are closed for this member. They wait
 * until a first message is known to be accepted, because a line that can't be sent does not help.
 */
export function Icebreaker({ profile, text, isBlocked, onChoose }: IcebreakerProps) {
  const { t } = useLingui();
  const me = useMember();
  const [hiddenAt, hideAll] = useFlag('hide-icebreakers');
  const [isClosed, setClosed] = useState(() => isSkipped(me.id, profile.id));
  const [isAsking, setAsking] = useState(false);
  const known = useMessagePrice(profile.id);
  const isOffered = hiddenAt === null && !isClosed && !isBlocked && known !== undefined && mayBegin(known);
  // The card has one shared interest; the loaded profile has all of them.
  const { data: whole } = useQuery({ ...profileBeside('chat', profile.id), enabled: isOffered });
  const openers = useOpeners(whole ?? profile);
  if (!isOffered || (isOwnText(text, openers) && !isAsking)) return null;
  const close = () => {
    rememberSkipped(me.id, profile.id);
    setClosed(true);
  };
  return (
    <div className="mx-auto flex w-full max-w-chat items-center pr-2 sm:pr-3">
      <div className="min-w-0 grow">
        <OpenerChips openers={openers.slice(0, OFFERED)} onChoose={onChoose}>
          <button
            type="button"
            onClick={() => setAsking(true)}
            aria-haspopup="dialog"
            className="flex shrink-0 items-center gap-2 rounded-card border border-line px-3.5 py-2 text-base font-semibold hover:bg-hover"
          >
            <Lightbulb className="size-4.5" aria-hidden />
            <Trans>More ideas</Trans>
          </button>
        </OpenerChips>
      </div>
      <IconButton label={t`Close the ideas`} onPress={close}>
        <X className="size-5" aria-hidden />
      </IconButton>
      <Suspense fallback={null}>
        {isAsking && (
          <IcebreakerDialog
            profile={profile}
            onChoose={(opener) => {
              setAsking(false);
              onChoose(opener);
            }}
            onClose={() => setAsking(false)}
            onNeverAgain={() => {
              hideAll();
              close();
            }}
          />
        )}
      </Suspense>
    </div>
  );
}
