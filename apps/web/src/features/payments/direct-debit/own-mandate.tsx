import { type CurrentMandate, revokeMandate } from '@heartline/contracts';
import { Button, Dialog, FormError, Section, showToast } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../client/api.ts';
import { useErrorMessage } from '../../../client/error-message.ts';
import { useFormatLocale } from '../../../client/language.ts';
import { keys, queryClient } from '../../../client/query.ts';
import { type DirectDebitFacts, directDebitQuery } from './debit-query.ts';

/** The member's standing mandate, and how to end it; nothing without one. */
export function OwnMandate() {
  const { data } = useQuery(directDebitQuery);
  return data?.mandate ? <Mandate mandate={data.mandate} /> : null;
}

function Mandate({ mandate }: { mandate: CurrentMandate }) {
  const { t } = useLingui();
  const [isAsking, setAsking] = useState(false);
  const { id, ibanEnd, signedAt } = mandate;
  const day = new Intl.DateTimeFormat(useFormatLocale(), { dateStyle: 'long' }).format(signedAt);
  return (
    <div className="mt-10">
      <Section title={<Trans>Your direct debit mandate</Trans>}>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-line bg-card p-5">
          <p className="min-w-0">
            <span className="tabular block font-semibold">{t`Account ending ${ibanEnd}`}</span>
            <span className="block text-sm text-ink-2">
              <Trans>You signed the mandate on {day}.</Trans>
            </span>
            <span className="tabular block text-sm wrap-anywhere text-ink-2">
              <Trans>Mandate reference</Trans> {id}
            </span>
          </p>
          <Button onPress={() => setAsking(true)}>
            <Trans>Revoke mandate</Trans>
          </Button>
        </div>
      </Section>
      {isAsking && <RevokeDialog mandate={id} onClose={() => setAsking(false)} />}
    </div>
  );
}

function RevokeDialog({ mandate, onClose }: { mandate: string; onClose: () => void }) {
  const { t } = useLingui();
  const errorTextOf = useErrorMessage();
  const revoke = useMutation({
    mutationFn: () => call(revokeMandate, { mandate }),
    onSuccess: () => {
      onClose();
      queryClient.setQueryData<DirectDebitFacts>(
        keys.directDebit,
        (facts) => facts && { ...facts, mandate: null },
      );
      void showToast({ title: t`Mandate revoked`, tone: 'success' });
    },
  });
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t`Revoke your mandate?`}
      size="sm"
      role="alertdialog"
      footer={
        <>
          <Button onPress={onClose}>
            <Trans>Keep it</Trans>
          </Button>
          <Button variant="danger" isPending={revoke.isPending} onPress={() => revoke.mutate()}>
            <Trans>Revoke mandate</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>
          We won’t debit this account for new orders. Debits for orders you’ve placed still go through.
        </Trans>
      </p>
      <FormError>{revoke.error ? errorTextOf(revoke.error) : undefined}</FormError>
    </Dialog>
  );
}
