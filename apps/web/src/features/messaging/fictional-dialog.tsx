import { Button, Dialog } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useSettings } from '../../client/session.ts';
import { usePriceText } from './price-text.ts';

interface FictionalDialogProps {
  name: string;
  /**
   * Price of the message to send; by default the price of a message to a fictional profile. Null if none is sent yet, and
   * the member first gets credits.
   */
  credits?: number | null | undefined;
  onConfirm: () => void;
  onClose: () => void;
}

/** Explains a fictional profile before the first message to it. Nothing is sent until the member confirms. */
export function FictionalDialog({ name, credits, onConfirm, onClose }: FictionalDialogProps) {
  const { t } = useLingui();
  const { name: site, fictional_message_credits: usual } = useSettings();
  const cost = credits ?? usual;
  const amount = usePriceText().price(cost);
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t`${name} is a fictional profile`}
      closeLabel={t`Close`}
      size="sm"
      footer={
        <>
          <Button onPress={onClose}>
            <Trans>Not now</Trans>
          </Button>
          <Button variant="primary" onPress={onConfirm}>
            {credits === null ? <Trans>Get credits</Trans> : <Trans>I understand, send it</Trans>}
            {credits !== null && cost > 0 && ` · ${amount}`}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <p>
          <Trans>
            There’s no real person behind this profile. The {site} team writes and answers the messages, and
            you can’t meet {name}.
          </Trans>
        </p>
        <p className="text-ink-2">
          {cost === 0 ? (
            <Trans>Messages to fictional profiles are free and don’t use up your free conversations.</Trans>
          ) : (
            <Trans>Messages to fictional profiles don’t use up your free conversations.</Trans>
          )}
        </p>
      </div>
    </Dialog>
  );
}
