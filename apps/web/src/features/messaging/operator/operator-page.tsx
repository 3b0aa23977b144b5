import { Toasts } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { onAuthenticationRequired } from '../../../client/api.ts';
import { LoadFailure } from '../../../client/load-failure.tsx';
import { queryClient } from '../../../client/query.ts';
import { OperatorDesk } from './operator-desk.tsx';
import { operatorQuery } from './operator-queries.ts';
import { OperatorSignIn } from './operator-sign-in.tsx';

/** Everything under `/operator`: the door, and the desk behind it. */
export function OperatorPage({ languageMenu }: { languageMenu: ReactNode }) {
  const { t } = useLingui();
  const { data: operator, error, refetch } = useQuery(operatorQuery);
  useEffect(() => onAuthenticationRequired(() => queryClient.setQueryData(operatorQuery.queryKey, null)), []);
  return (
    <>
      {operator && <OperatorDesk operator={operator} languageMenu={languageMenu} />}
      {operator === undefined && error && (
        // Nobody knows yet whether somebody is signed in here.
        <LoadFailure level={1} error={error} onRetry={refetch} />
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
