import { TextField } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import type { RefObject } from 'react';
import { useFormatLocale } from '../../../client/language.ts';
import { useServerClock } from '../../../client/use-server-clock.ts';
import { SendAgain } from '../../../people/send-again.tsx';
import type { SentCode } from './use-direct-debit.ts';

/** Digits of a code. */
export const CODE_LENGTH = 6;
const SECOND_MS = 1_000;

interface CodeFieldProps {
  code: SentCode;
  field: RefObject<HTMLInputElement | null>;
  value: string;
  onChange: (digits: string) => void;
  /** Why the code was not taken, in words. */
  fault: string | undefined;
  /** Why no other code was sent, in words. */
  sendFault: string | undefined;
  isSending: boolean;
  onAgain: () => void;
}

/** The code from the text message (S3-216), until when it works, and another one after a pause in server time. */
export function CodeField(props: CodeFieldProps) {
  const { code, field, value, onChange, fault, sendFault, isSending, onAgain } = props;
  const { t } = useLingui();
  const locale = useFormatLocale();
  const now = useServerClock(SECOND_MS);
  const { phoneEnd, againAt, until } = code;
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(until);
  const pause = Math.max(0, Math.ceil((againAt - now) / SECOND_MS));
  return (
    <div className="max-w-narrow">
      <TextField
        ref={field}
        label={t`Code from the text message`}
        name="otp"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        isRequired
        value={value}
        onChange={(typed) => onChange(typed.replaceAll(/\D/g, '').slice(0, CODE_LENGTH))}
        description={t`Sent to your number ending in ${phoneEnd}. It works until ${time}.`}
        errorMessage={now >= until ? t`This code has expired. Send a new one.` : fault}
      />
      <div className="mt-2 grid justify-items-start gap-2">
        <SendAgain onPress={onAgain} isPending={isSending} pause={pause}>
          <Trans>Send a new code</Trans>
        </SendAgain>
        <p role="status" className="text-sm text-danger empty:hidden">
          {sendFault}
        </p>
      </div>
    </div>
  );
}
