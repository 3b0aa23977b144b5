import { RECEIPT_NUMBER_LENGTH } from '@heartline/contracts';
import { Button, TextField } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';

/** A purchase as its buyer names it. */
export interface Named {
  number: string;
  email: string;
}

interface ReceiptFormProps {
  /** A number to begin with, from the link in the order confirmation. */
  number: string;
  onSubmit: (named: Named) => void;
  isPending?: boolean;
  /** An error, shown above the button. */
  children?: ReactNode;
}

/** Step one of a withdrawal: the receipt and the address. It takes props alone, so the gateway renders it too. */
export function ReceiptForm({ number: given, onSubmit, isPending = false, children }: ReceiptFormProps) {
  const { t } = useLingui();
  const [number, setNumber] = useState(given);
  const [email, setEmail] = useState('');
  return (
    <form
      className="grid max-w-[28rem] gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit({ number: number.trim(), email: email.trim() });
      }}
    >
      <TextField
        label={t`Receipt number`}
        description={t`You’ll find it in your order confirmation.`}
        name="receipt"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={RECEIPT_NUMBER_LENGTH}
        isRequired
        value={number}
        onChange={setNumber}
      />
      <TextField
        label={t`E-mail address of your account`}
        type="email"
        name="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={320}
        isRequired
        value={email}
        onChange={setEmail}
      />
      <div>
        {children}
        <Button type="submit" variant="primary" size="lg" isFullWidth isPending={isPending} className="mt-3">
          <Trans>Continue</Trans>
        </Button>
      </div>
    </form>
  );
}
