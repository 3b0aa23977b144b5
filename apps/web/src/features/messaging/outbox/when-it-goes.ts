import type { ErrorCode } from '@heartline/contracts';
import { useLingui } from '@lingui/react/macro';

/** Text that says when a held message goes out, by the code it is held for. */
export function useWhenItGoes(): (code: ErrorCode) => string {
  const { t } = useLingui();
  return (code) => {
    switch (code) {
      case 'CONVERSATION_LIMIT':
        return t`It goes out by itself once you have Premium, or once they write to you.`;
      case 'SPENDING_LIMIT':
        return t`It goes out by itself once your limit has room for it.`;
      case 'SPENDING_PAUSED':
        return t`It goes out by itself once your pause is over.`;
      default:
        return t`It goes out by itself once you have credits.`;
    }
  };
}
