import { Button, Dialog } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { SheetLabel } from '../../../people/sheet-label.tsx';
import { type OpenerPerson, useOpeners } from './use-openers.ts';

interface IcebreakerDialogProps {
  profile: OpenerPerson;
  onChoose: (text: string) => void;
  onClose: () => void;
  onNeverAgain: () => void;
}

/** Dialog with first lines in the member’s language. A press puts one into the field and sends nothing (S2-244). */
export function IcebreakerDialog({ profile, ...on }: IcebreakerDialogProps) {
  const { t } = useLingui();
  const { name } = profile;
  const [turn, setTurn] = useState(0);
  const openers = useOpeners(profile, turn);
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
        {openers.map(({ text }) => (
          <li key={text}>
            <button
              type="button"
              onClick={() => on.onChoose(text)}
              className="min-h-11 w-full rounded-card rounded-br-sm border border-line bg-paper px-4 py-2.5 text-left transition-colors hover:border-pulse hover:bg-pulse-soft"
            >
              {text}
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
