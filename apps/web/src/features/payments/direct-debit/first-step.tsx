import { Button } from '@heartline/ui';
import { Trans } from '@lingui/react/macro';
import { useId } from 'react';
import { ApiError } from '../../../client/api.ts';
import type { Purchase } from '../checkout/purchase.ts';
import { AccountForm } from './account-form.tsx';
import { DebitButton } from './debit-button.tsx';
import { DebitError } from './debit-error.tsx';
import type { DebitForm } from './debit-form.ts';
import type { DirectDebitFacts } from './debit-query.ts';
import { KnownAccount } from './known-account.tsx';
import { PhoneForm } from './phone-form.tsx';
import { Step } from './step.tsx';
import type { DebitSteps } from './use-direct-debit.ts';

interface FirstStepProps {
  purchase: Purchase;
  facts: DirectDebitFacts;
  steps: DebitSteps;
  /** The mandate to pay under; null where the form asks for an account. */
  mandate: DirectDebitFacts['mandate'];
  form: DebitForm;
  onForm: (form: DebitForm) => void;
  onOther: () => void;
  onNext: () => void;
  isStale: boolean;
}

/** No field was refused. One object, so that its identity says that nothing changed. */
const NONE_REFUSED = {};

/** Step one: the account and the phone; or the account that is known, and the button that pays. */
export function FirstStep(props: FirstStepProps) {
  const { purchase, facts, steps, mandate, form, onForm, onOther, onNext, isStale } = props;
  const formId = useId();
  const error = steps.ask.error ?? steps.sign.error;
  const refused = error instanceof ApiError ? error.fields : NONE_REFUSED;
  const isPending = isStale || steps.ask.isPending || steps.isPlaced;
  const fields = { id: formId, country: purchase.country, form, refused, onChange: onForm, onSubmit: onNext };
  const isFresh = mandate?.isFresh ?? false;
  return (
    <Step
      purchase={purchase}
      isTrusted={facts.isTrusted}
      debitOn={facts.debitOn}
      order={
        <>
          <DebitError error={Object.keys(refused).length > 0 ? null : error} pack={purchase.pack.id} />
          {isFresh ? (
            <DebitButton purchase={purchase} isPending={isPending} onPress={onNext} />
          ) : (
            <AskButton form={formId} isPending={isPending} />
          )}
        </>
      }
    >
      {mandate ? (
        <KnownAccount mandate={mandate} onOther={onOther}>
          {!isFresh && <PhoneForm {...fields} />}
        </KnownAccount>
      ) : (
        <AccountForm {...fields} />
      )}
    </Step>
  );
}

/** Sends the code. It orders nothing, and says so. */
function AskButton({ form, isPending }: { form: string; isPending: boolean }) {
  return (
    <>
      <Button type="submit" form={form} variant="primary" size="lg" isFullWidth isPending={isPending}>
        <Trans>Text me a code</Trans>
      </Button>
      <p className="mt-3 text-sm text-ink-2">
        <Trans>This doesn’t order anything yet. Next, you read the mandate and sign it with the code.</Trans>
      </p>
    </>
  );
}
