import { Button, Dialog } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { SafetyPerson } from '../../client/safety-request.ts';
import { SheetLabel } from '../../people/sheet-label.tsx';
import { useBlock } from './block-actions.ts';

/** Asks for confirmation before a block, and says what it ends. */
export function BlockDialog({ person, onClose }: { person: SafetyPerson; onClose: () => void }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { name } = person;
  const [from] = useState(() => location.pathname);
  const block = useBlock(onClose, () => {
    // The person's pages are closed from now on. A member who has moved to another page meanwhile stays there.
    if (location.pathname !== from) return;
    if (from.startsWith('/chats/') || from === `/members/${person.id}/chat`) void navigate({ to: '/chats' });
    else if (from.includes(person.id)) void navigate({ to: '/members' });
  });
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      role="alertdialog"
      size="sm"
      title={t`Block ${name}?`}
      footer={
        <>
          <Button onPress={onClose}>{t`Cancel`}</Button>
          <Button variant="primary" isPending={block.isPending} onPress={() => block.mutate(person)}>
            {t`Block`}
          </Button>
        </>
      }
    >
      <SheetLabel profile={person} />
      <ul className="grid list-disc gap-2 pl-5">
        <li>
          {person.fictional
            ? t`You won’t see this profile any more, and no one will write to you as ${name}.`
            : t`You won’t find or see each other any more.`}
        </li>
        <li>{t`Your chat and your likes end. You can still report messages.`}</li>
        <li>{t`You get back credits for messages that weren’t delivered.`}</li>
      </ul>
      <p className="mt-4 text-sm text-ink-2">
        {person.fictional ? (
          <Trans>You can unblock this profile in your settings.</Trans>
        ) : (
          <Trans>
            If <bdi>{name}</bdi> opens your profile, they’ll see that you blocked them. You can unblock them
            in your settings.
          </Trans>
        )}
      </p>
    </Dialog>
  );
}
