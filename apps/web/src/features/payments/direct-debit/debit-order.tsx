import { useState } from 'react';
import type { Purchase } from '../checkout/purchase.ts';
import { type DebitForm, EMPTY_FORM } from './debit-form.ts';
import type { DirectDebitFacts } from './debit-query.ts';
import { FirstStep } from './first-step.tsx';
import { SignStep } from './sign-step.tsx';
import { type Debtor, useDirectDebit } from './use-direct-debit.ts';

interface DebitOrderProps {
  purchase: Purchase;
  facts: DirectDebitFacts;
  /** Prices of another country are on their way. */
  isStale: boolean;
}

/**
 * The order by direct debit: the account and the phone, then the mandate with the code. With a standing mandate that is
 * fresh, one button pays.
 */
export function DebitOrder({ purchase, facts, isStale }: DebitOrderProps) {
  const [form, setForm] = useState<DebitForm>(EMPTY_FORM);
  const [isOther, setOther] = useState(false);
  const steps = useDirectDebit();
  const mandate = isOther ? null : facts.mandate;
  const debtor: Debtor = mandate
    ? { mandate: mandate.id, ...(!mandate.isFresh && { phone: form.phone }) }
    : form;
  const order = { purchase, debtor };
  if (steps.code) {
    return (
      <SignStep
        {...{ purchase, facts, steps }}
        code={steps.code}
        holder={mandate ? undefined : form.account_holder}
        onAgain={() => steps.ask.mutate(order)}
        onSign={(otp) => steps.sign.mutate({ ...order, otp })}
      />
    );
  }
  return (
    <FirstStep
      {...{ purchase, facts, steps, mandate, form, isStale }}
      onForm={setForm}
      onOther={() => setOther(true)}
      onNext={() => steps.next(order)}
    />
  );
}
