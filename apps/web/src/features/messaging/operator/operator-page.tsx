import type { Operator } from '@heartline/contracts';
import { Page, Toasts } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { onAuthenticationRequired } from '../../../client/api.ts';
import { LoadFailure } from '../../../client/load-failure.tsx';
import { queryClient } from '../../../client/query.ts';
import { InboxBar } from './inbox-bar.tsx';
import { OperatorInbox } from './operator-inbox.tsx';
import { operatorQuery } from './operator-queries.ts';
import { OperatorSignIn } from './operator-sign-in.tsx';

interface OperatorPageProps {
  languageMenu: ReactNode;
  /** Another page of the operator app, in place of the inbox. */
  children?: ReactNode;
}

/** A page of the operator app: the sign-in, then the operator inbox or another page under the same bar. */
export function OperatorPage({ languageMenu, children }: OperatorPageProps) {
  const { t } = useLingui();
  const { data: operator, error, refetch } = useQuery(operatorQuery);
  const { first, isAnother } = useFirstOperator(operator);
  useEffect(() => onAuthenticationRequired(() => queryClient.setQueryData(operatorQuery.queryKey, null)), []);
  return (
    <>
      {operator && !isAnother && !children && (
        <OperatorInbox operator={operator} languageMenu={languageMenu} />
      )}
      {operator && !isAnother && children && (
        <>
          <InboxBar operator={operator} languageMenu={languageMenu} isElsewhere />
          <Page className="grow">{children}</Page>
        </>
      )}
      {operator === undefined && error && (
        // The server has not said yet if an operator is signed in.
        <Page width="narrow" className="grow">
          <LoadFailure level={1} error={error} onRetry={refetch} />
        </Page>
      )}
      {operator === null && (
        <>
          <div className="flex justify-end p-2">{languageMenu}</div>
          <OperatorSignIn
            ended={first}
            onSignedIn={(signedIn) => queryClient.setQueryData(operatorQuery.queryKey, signedIn)}
          />
        </>
      )}
      <Toasts label={t`Notifications`} closeLabel={t`Close`} />
    </>
  );
}

/**
 * Remembers the first operator of this page. If another one signs in, in any tab, the page reloads, because unsent text
 * belongs to the first.
 */
function useFirstOperator(operator: Operator | null | undefined) {
  const first = useRef(operator?.name);
  first.current ??= operator?.name;
  const isAnother = operator ? operator.name !== first.current : false;
  useEffect(() => {
    if (isAnother) location.reload();
  }, [isAnother]);
  return { first: first.current, isAnother };
}
