import { Button, EmptyState, Toasts } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { onAuthenticationRequired } from '../../../client/api.ts';
import { useErrorMessage } from '../../../client/error-message.ts';
import { queryClient } from '../../../client/query.ts';
import { OperatorDesk } from './operator-desk.tsx';
import { operatorQuery } from './operator-queries.ts';
import { OperatorSignIn } from './operator-sign-in.tsx';

/** Everything under `/operator`: the door, and the desk behind it. */
export function OperatorPage({ languageMenu }: { languageMenu: ReactNode }) {
  const { t } = useLingui();
  const say = useErrorMessage();
  const { data: operator, error, refetch } = useQuery(operatorQuery);
  useEffect(() => onAuthenticationRequired(() => queryClient.setQueryData(operatorQuery.queryKey, null)), []);
  return (
    <>
      {operator && <OperatorDesk operator={operator} languageMenu={languageMenu} />}
      {operator === undefined && error && (
        // Nobody knows yet whether somebody is signed in here.
        <EmptyState
          level={1}
          drawing="error"
          title={say(error)}
          action={
            <Button onPress={() => void refetch()} variant="primary">
              <Trans>Try again</Trans>
            </Button>
          }
        />
      )}
      {operator === null && (
        <>
          <div className="flex justify-end p-2">{languageMenu}</div>
          <OperatorSignIn
            onSignedIn={(signedIn) => queryClient.setQueryData(operatorQuery.queryKey, signedIn)}
          />
        </>
      )}
      <Toasts label={t`Notices`} closeLabel={t`Close`} />
    </>
  );
}
