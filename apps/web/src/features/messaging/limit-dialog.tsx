import { Button, Dialog } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useErrorMessage } from '../../client/error-message.ts';
import { useSettings } from '../../client/session.ts';

/** Shown to a free member who has used up the free conversations, with a link to Premium. */
export function LimitDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const { t } = useLingui();
  const errorTextOf = useErrorMessage();
  const { free_conversations: limit } = useSettings();
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t`Write to ${name} with Premium`}
      closeLabel={t`Close`}
      size="sm"
      footer={
        <>
          <Button onPress={onClose}>
            <Trans>Not now</Trans>
          </Button>
          <Button variant="primary" href="/premium" onPress={onClose}>
            <Trans>See Premium</Trans>
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <p>{errorTextOf({ code: 'CONVERSATION_LIMIT', values: { limit } })}</p>
        <p className="text-ink-2">
          <Trans>
            Your message is saved and hasn’t cost anything. Conversations others start with you don’t count,
            and you can always reply.
          </Trans>
        </p>
      </div>
    </Dialog>
  );
}
