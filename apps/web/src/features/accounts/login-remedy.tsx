import { codeOf } from './code-of.ts';
import { ResendActivation } from './resend-activation.tsx';
import { SendWayBack } from './send-way-back.tsx';
import { SuspendedHelp } from './suspended-help.tsx';

/** Help for an account that can't be used as it is: unconfirmed, leaving or suspended. */
export function LoginRemedy({ error, email }: { error: Error; email: string }) {
  switch (codeOf(error)) {
    case 'NOT_CONFIRMED':
      return (
        <div className="mt-4">
          <ResendActivation email={email} />
        </div>
      );
    case 'EMAIL_PENDING_DELETION':
      return <SendWayBack email={email} error={error} />;
    case 'ACCOUNT_DISABLED':
      return <SuspendedHelp />;
    default:
      return null;
  }
}
