import type { ProfileCard } from '@heartline/contracts';
import { Button, Dialog } from '@heartline/ui';
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { withinSentence } from '../../../people/interest-labels.ts';
import { SheetLabel } from '../../../people/sheet-label.tsx';
import { openersFor } from './openers.ts';

interface IcebreakerDialogProps {
  profile: Pick<ProfileCard, 'id' | 'name' | 'fictional'>;
  /** Name of an interest that both members share. */
  interest: MessageDescriptor | undefined;
  onChoose: (text: string) => void;
  onClose: () => void;
  onNeverAgain: () => void;
}

/** Dialog with first lines in the member’s language. A press puts one into the field and sends nothing (S2-244). */
export function IcebreakerDialog({ profile, interest, ...on }: IcebreakerDialogProps) {
  const { t, i18n } = useLingui();
  const { name } = profile;
  const [turn, setTurn] = useState(0);
  const shared = interest && withinSentence(i18n._(interest), i18n.locale);
  const openers = openersFor(profile.id, turn).map((opener) => i18n._(opener));
  if (shared && turn === 0)
    openers.splice(0, 1, t`We have something in common: ${shared}. How did you get into it?`);
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && on.onClose()}
      title={t`Break the ice with ${name}`}
      closeLabel={t`Close`}
      size="sm"
      footer={
        <>
          <Button variant="ghost" onPress={on.onNeverAgain}>
            <Trans>Don’t suggest again</Trans>
          </Button>
          <Button variant="primary" onPress={on.onClose}>
            <Trans>Write my own</Trans>
          </Button>
        </>
      }
    >
      <SheetLabel profile={profile} />
      <p className="text-ink-2">
        <Trans>Pick an opener. You can edit it before sending.</Trans>
      </p>
      <ul className="mt-4 grid gap-2">
        {openers.map((opener) => (
          <li key={opener}>
            <button
              type="button"
              onClick={() => on.onChoose(opener)}
              className="min-h-11 w-full rounded-card rounded-br-sm border border-line bg-paper px-4 py-2.5 text-left transition-colors hover:border-pulse hover:bg-pulse-soft"
            >
              {opener}
            </button>
          </li>
        ))}
      </ul>
      <div className="mt-3 -ml-3">
        <Button
          size="sm"
          variant="ghost"
          icon={<RefreshCw className="size-4" aria-hidden />}
          onPress={() => setTurn(turn + 1)}
        >
          <Trans>Other ideas</Trans>
        </Button>
      </div>
    </Dialog>
  );
}
