import { type CaseView, getCase, openCaseLink } from '@heartline/contracts';
import { Button, Card, EmptyState, Page, PageHeader, Skeleton, TextLink } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { call, isMissing } from '../../client/api.ts';
import { useDocumentTitle } from '../../client/document-title.ts';
import { useErrorMessage } from '../../client/error-message.ts';
import { keys, queryClient } from '../../client/query.ts';
import { useUser } from '../../client/session.ts';
import { CaseDecision } from './case-decision.tsx';
import { CaseFacts } from './case-facts.tsx';
import { Complaint } from './complaint.tsx';

/** The form of a key. Anything else after `#`, such as the target of a skip link, is not one. */
const KEY = /^[\w-]{43}$/;

/** An opened case. */
interface OpenedCase {
  case: CaseView;
  /** The key of the mailed link that opened it; empty for the member's own case. */
  linkKey: string;
}

/**
 * A case, for either side: facts, rule, decision, reasons, complaint. The key of a mailed link opens it for a member
 * who can't sign in because of it. It stands after `#`, so no server in between sees it.
 *
 * - Each mail invalidates the link of the one before.
 * - The member it belongs to needs no key.
 * - Everybody else is asked to log in.
 */
export function CasePage() {
  const { t } = useLingui();
  const errorTextOf = useErrorMessage();
  const { id } = useParams({ strict: false }) as { id: string };
  const key = useCaseKey(id);
  const user = useUser();
  useDocumentTitle(t`Case`);
  const isMember = user !== null;
  const { data, error } = useQuery({
    queryKey: keys.case(id, key),
    queryFn: ({ signal }) => openCase({ id, key, isMember }, signal),
    enabled: key !== '' || isMember,
    staleTime: 0,
  });
  if (!isMember && (key === '' || (!data && isMissing(error)))) return <LogInFirst id={id} />;
  return (
    <Page width="text" className="grow">
      {!data && !error && <Skeleton className="h-96" />}
      {!data && error && (
        <EmptyState
          level={1}
          drawing="notFound"
          title={errorTextOf(error)}
          action={<Button href="/complaints">{t`Reports and complaints`}</Button>}
        />
      )}
      {data && <Case key={id} opened={data} at={key} isMember={isMember} />}
    </Page>
  );
}

/**
 * The key that opened the case, or the latest one; empty without one. It is kept while the case is open and the address
 * changes, to a section or to a next page that loads slowly.
 */
function useCaseKey(id: string): string {
  const found = useLocation({
    select: ({ pathname, hash }) => (pathname === `/cases/${id}` && KEY.test(hash) ? hash : ''),
  });
  const [stored, store] = useState({ id, key: found });
  const key = found || (stored.id === id ? stored.key : '');
  if (stored.id !== id || stored.key !== key) store({ id, key });
  return key;
}

/** Opens it as the member's own case. Otherwise, or for a visitor, opens it by the key. */
async function openCase(
  { id, key, isMember }: { id: string; key: string; isMember: boolean },
  signal: AbortSignal,
): Promise<OpenedCase> {
  if (isMember) {
    try {
      return { ...(await call(getCase, { id }, { signal })), linkKey: '' };
    } catch (error) {
      if (key === '' || !isMissing(error)) throw error;
    }
  }
  return { ...(await call(openCaseLink, { id, key }, { signal })), linkKey: key };
}

/** The case that was requested with the key `at`. */
function Case({ opened, at, isMember }: { opened: OpenedCase; at: string; isMember: boolean }) {
  const { t } = useLingui();
  const { case: of, linkKey } = opened;
  const { name } = of;
  return (
    <>
      <PageHeader
        title={of.role === 'reporter' ? t`Your report about ${name}` : t`A decision about your account`}
        eyebrow={isMember && <TextLink href="/complaints">{t`Reports and complaints`}</TextLink>}
      />
      <div className="grid gap-5">
        <Card>
          <CaseFacts of={of} />
        </Card>
        <Card>
          <CaseDecision of={of} />
        </Card>
        {of.decision && (
          <Card>
            <Complaint
              of={of}
              until={of.decision.complaintUntil}
              linkKey={linkKey}
              onSent={(answer) => queryClient.setQueryData(keys.case(of.id, at), { ...opened, ...answer })}
            />
          </Card>
        )}
      </div>
    </>
  );
}

function LogInFirst({ id }: { id: string }) {
  const { t } = useLingui();
  return (
    <Page className="grow">
      <EmptyState
        level={1}
        drawing="mail"
        title={t`Log in to see your case`}
        action={<Button variant="primary" href={`/login?next=/cases/${id}`}>{t`Log in`}</Button>}
      >
        {t`Or open the link in our last e-mail about it.`}
      </EmptyState>
    </Page>
  );
}
