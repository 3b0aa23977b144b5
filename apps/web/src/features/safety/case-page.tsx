import { type CaseView, getCase, openCaseLink } from '@heartline/contracts';
import { Button, Card, EmptyState, Page, PageHeader, Skeleton, TextLink } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../client/api.ts';
import { useDocumentTitle } from '../../client/document-title.ts';
import { useErrorMessage } from '../../client/error-message.ts';
import { keys } from '../../client/query.ts';
import { useUser } from '../../client/session.ts';
import { CaseDecision } from './case-decision.tsx';
import { CaseFacts } from './case-facts.tsx';
import { Complaint } from './complaint.tsx';

/**
 * A case, for whichever side looks at it: facts, rule, decision, reasons, complaint. The key in a mailed link opens it
 * for somebody who can't sign in because of it; it stands behind `#`, so no server on the way ever sees it.
 */
export function CasePage() {
  const { t } = useLingui();
  const say = useErrorMessage();
  const { id } = useParams({ from: '/default/cases/$id' });
  const [key] = useState(() => location.hash.slice(1));
  const user = useUser();
  useDocumentTitle(t`Case`);
  const { data, error } = useQuery({
    queryKey: keys.case(id),
    queryFn: async ({ signal }): Promise<CaseView> => {
      const answer = key ? call(openCaseLink, { id, key }, { signal }) : call(getCase, { id }, { signal });
      return (await answer).case;
    },
    enabled: key !== '' || user !== null,
    staleTime: 0,
  });
  if (key === '' && user === null) return <LogInFirst />;
  return (
    <Page width="text" className="grow">
      {!data && !error && <Skeleton className="h-96" />}
      {!data && error && (
        <EmptyState
          level={1}
          drawing="notFound"
          title={say(error)}
          action={<Button href="/complaints">{t`Reports and complaints`}</Button>}
        />
      )}
      {data && <Case of={data} linkKey={key} isMember={user !== null} />}
    </Page>
  );
}

function Case({ of, linkKey, isMember }: { of: CaseView; linkKey: string; isMember: boolean }) {
  const { t } = useLingui();
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
            <Complaint of={of} until={of.decision.complaintUntil} linkKey={linkKey} />
          </Card>
        )}
      </div>
    </>
  );
}

function LogInFirst() {
  const { t } = useLingui();
  return (
    <Page className="grow">
      <EmptyState
        level={1}
        drawing="mail"
        title={t`Log in to see your case`}
        action={<Button variant="primary" href={`/login?next=${location.pathname}`}>{t`Log in`}</Button>}
      >
        {t`Or open the link in the mail we sent you.`}
      </EmptyState>
    </Page>
  );
}
