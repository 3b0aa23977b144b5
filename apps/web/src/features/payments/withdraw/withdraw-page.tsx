import { getWithdrawal, type InputOf, withdraw } from '@heartline/contracts';
import { Button, FormError, TextField } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, call } from '../../../client/api.ts';
import { useDocumentTitle } from '../../../client/document-title.ts';
import { useErrorMessage } from '../../../client/error-message.ts';
import { keys, queryClient } from '../../../client/query.ts';
import { useSettings } from '../../../client/session.ts';
import { type Named, ReceiptForm } from './receipt-form.tsx';
import { Received, Statement } from './statement.tsx';
import { WithdrawView } from './withdraw-view.tsx';

/** A withdrawal in two steps, for everybody: the purchase first, then the confirmation (CRD art. 11a). */
export function WithdrawPage() {
  const { t } = useLingui();
  const { receipt } = useSearch({ from: '/default/withdraw' });
  const { refund_days: days, support_email: email } = useSettings();
  useDocumentTitle(t`Withdraw from contract here`);
  return (
    <WithdrawView days={days} email={email}>
      {/* Another link in the same tab starts anew. */}
      <Steps key={receipt} receipt={receipt ?? ''} />
    </WithdrawView>
  );
}

function Steps({ receipt }: { receipt: string }) {
  const errorTextOf = useErrorMessage();
  const [named, setNamed] = useState<Named>({ number: receipt, email: '' });
  const find = useMutation({ mutationFn: (input: Named) => call(getWithdrawal, input) });
  const send = useMutation({
    mutationFn: (input: InputOf<typeof withdraw>) => call(withdraw, input),
    onSuccess: () => {
      for (const queryKey of [keys.refund, keys.user, keys.statement])
        void queryClient.invalidateQueries({ queryKey });
    },
    onError: (error) => {
      // The offer is no longer the same: step one shows the one of now, beside the error.
      if (codeOf(error) === 'REFUND_CHANGED') find.mutate(named);
    },
  });
  const look = (input: Named) => {
    setNamed(input);
    send.reset();
    find.mutate(input);
  };
  if (send.data) return <Received answer={send.data} email={named.email} />;
  if (find.data) {
    return (
      <Statement
        withdrawal={find.data.withdrawal}
        email={named.email}
        error={send.error && errorTextOf(send.error)}
        isPending={send.isPending || find.isPending}
        onConfirm={(offer) => send.mutate({ ...named, offer })}
        onBack={() => {
          send.reset();
          find.reset();
        }}
      />
    );
  }
  const isUnknown = codeOf(find.error) === 'NOT_FOUND';
  return (
    <>
      <ReceiptForm number={named.number} onSubmit={look} isPending={find.isPending}>
        <FormError>{find.error && (isUnknown ? <Unknown /> : errorTextOf(find.error))}</FormError>
      </ReceiptForm>
      {isUnknown && (
        <WithdrawAnyway
          email={named.email}
          error={send.error && errorTextOf(send.error)}
          isPending={send.isPending}
          onConfirm={(name) => send.mutate({ ...named, ...(name && { name }) })}
        />
      )}
    </>
  );
}

const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : undefined);

function Unknown() {
  return <Trans>We can’t find a purchase with this number and this address. Check both.</Trans>;
}

/** Takes the statement of a buyer whose purchase was not found: a mistake must not cost the right to withdraw. */
function WithdrawAnyway({
  email,
  error,
  isPending,
  onConfirm,
}: {
  email: string;
  error: string | null;
  isPending: boolean;
  onConfirm: (name: string) => void;
}) {
  const { t } = useLingui();
  const [name, setName] = useState('');
  return (
    <form
      aria-labelledby="anyway"
      className="mt-8 grid max-w-[28rem] gap-4 rounded-card border border-line bg-card p-5"
      onSubmit={(event) => {
        event.preventDefault();
        onConfirm(name.trim());
      }}
    >
      <h2 id="anyway" className="title text-lg">
        <Trans>Both are right?</Trans>
      </h2>
      <p className="text-sm text-ink-2">
        <Trans>
          Then withdraw with what you entered. A person looks your purchase up and answers to {email}.
        </Trans>
      </p>
      <TextField
        label={t`Your name`}
        name="name"
        autoComplete="name"
        maxLength={200}
        value={name}
        onChange={setName}
      />
      <div>
        <FormError>{error}</FormError>
        <Button type="submit" isFullWidth isPending={isPending} className="mt-3">
          <Trans>Confirm withdrawal</Trans>
        </Button>
      </div>
    </form>
  );
}
