import { Button } from '@heartline/ui';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../client/api.ts';
import { useErrorMessage, useFieldMessage } from '../../../client/error-message.ts';
import type { Purchase } from '../checkout/purchase.ts';
import { CODE_LENGTH, CodeField } from './code-field.tsx';
import { DebitButton } from './debit-button.tsx';
import { DebitError } from './debit-error.tsx';
import type { DirectDebitFacts } from './debit-query.ts';
import { MandateCard } from './mandate-card.tsx';
import { Step } from './step.tsx';
import type { DebitSteps, SentCode } from './use-direct-debit.ts';

interface SignStepProps {
  purchase: Purchase;
  facts: DirectDebitFacts;
  steps: DebitSteps;
  code: SentCode;
  /** The holder of the account; not known of a mandate that stands already. */
  holder: string | undefined;
  /** Sends another code. */
  onAgain: () => void;
  onSign: (otp: string) => void;
}

/** Step two: the whole mandate, the code that signs it, and the button that pays (S3-216). */
export function SignStep({ purchase, facts, steps, code, holder, onAgain, onSign }: SignStepProps) {
  const errorTextOf = useErrorMessage();
  const message = useFieldMessage();
  const [otp, setOtp] = useState('');
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { ask, sign } = steps;
  const isCodeWrong = isOfCode(sign.error);
  useEffect(() => {
    if (!isOfCode(sign.error)) return;
    field.current?.focus();
    field.current?.select();
  }, [sign.error]);
  const pay = () => {
    const isWhole = otp.length === CODE_LENGTH;
    setMissing(!isWhole);
    if (isWhole) onSign(otp);
    else field.current?.focus();
  };
  const fault = isCodeWrong ? errorTextOf(sign.error) : isMissing ? message('REQUIRED') : undefined;
  return (
    <Step
      purchase={purchase}
      isTrusted={facts.isTrusted}
      debitOn={code.debitOn}
      order={
        <>
          <DebitError error={isCodeWrong ? null : sign.error} pack={purchase.pack.id} />
          <DebitButton
            ref={button}
            purchase={purchase}
            isPending={sign.isPending || steps.isPlaced}
            onPress={pay}
          />
        </>
      }
    >
      <form
        noValidate
        className="grid grid-cols-1 gap-6"
        onSubmit={(event) => {
          event.preventDefault();
          // Enter does not pay: the button says what it costs.
          button.current?.focus();
        }}
      >
        <Heading />
        <MandateCard {...{ code, holder }} creditor={facts.creditor} />
        <CodeField
          {...{ code, field, fault, onAgain }}
          value={otp}
          onChange={(typed) => {
            setOtp(typed);
            setMissing(false);
            sign.reset();
          }}
          sendFault={ask.error ? errorTextOf(ask.error) : undefined}
          isSending={ask.isPending}
        />
        <div className="-ml-3.5">
          <Button variant="ghost" size="sm" onPress={steps.back}>
            <Trans>Change my details</Trans>
          </Button>
        </div>
      </form>
    </Step>
  );
}

const CODE_FAULTS: ReadonlySet<string> = new Set(['OTP_INVALID', 'OTP_TOO_MANY']);

/** True if the code was refused, and not the order. */
const isOfCode = (error: Error | null): boolean => error instanceof ApiError && CODE_FAULTS.has(error.code);

/** Takes the focus, so that a screen reader begins here, and the page begins at its top. */
function Heading() {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    title.current?.focus({ preventScroll: true });
    scrollTo({ top: 0 });
  }, []);
  return (
    <h2 ref={title} tabIndex={-1} className="title text-lg outline-none">
      <Trans>Read the mandate, then sign it with your code</Trans>
    </h2>
  );
}
