import type { ErrorCode } from '@heartline/contracts';
import { useLingui } from '@lingui/react/macro';

/** Text that says when a held message goes out, by the code it is held for. */
export function useWhenItGoes(): (code: ErrorCode) => string {
  const { t } = useLingui();
  return (code) => {
    switch (code) {
      case 'CONVERSATION_LIMIT':
        return t`It’ll be sent automatically once you have Premium or they write to you.`;
      case 'SPENDING_LIMIT':
        return t`It’ll be sent automatically once your limit allows it.`;
      case 'SPENDING_PAUSED':
        return t`It’ll be sent automatically once your break is over.`;
      default:
        return t`It’ll be sent automatically once you have credits.`;
    }
  };
}
