import { useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';
import { ApiError } from '../../../client/api.ts';
import { useErrorMessage } from '../../../client/error-message.ts';

/** Text for a refusal in the operator inbox. The other error texts address members and mention payments. */
export function useInboxRefusal(): (error: unknown, name: string) => string {
  const { t } = useLingui();
  const errorTextOf = useErrorMessage();
  return useCallback(
    (error, name) => {
      const code = error instanceof ApiError ? error.code : undefined;
      if (code === 'RECIPIENT_GONE') return t`You can’t write to ${name} any more.`;
      if (code === 'SEND_EXPIRED') return t`This answer took too long and was not sent. Send it again.`;
      return errorTextOf(error);
    },
    [t, errorTextOf],
  );
}
