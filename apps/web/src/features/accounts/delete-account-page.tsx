import { CONSTANTS, deleteAccount } from '@heartline/contracts';
import { Button, FormError, Page, PageHeader, TextLink } from '@heartline/ui';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../client/api.ts';
import { useDocumentTitle } from '../../client/document-title.ts';
import { useErrorMessage } from '../../client/error-message.ts';
import { useFormatLocale } from '../../client/language.ts';
import { refundQuery } from '../../client/refund-query.ts';
import { endOwnSession, useUser } from '../../client/session.ts';
import { formatMoney } from '../../people/money.ts';
import { closing } from './closing.ts';
import { codeOf } from './code-of.ts';
import { ConfirmPasswordField } from './confirm-password-field.tsx';
import { WinBack } from './win-back.tsx';

/** Closing the account: what is deleted, when, what stays, and the password. */
export function DeleteAccountPage() {
  const { t } = useLingui();
  useDocumentTitle(t`Delete my account`);
  return (
    <Page width="text" className="grow">
      <PageHeader
        title={t`Delete my account`}
        eyebrow={
          <TextLink href="/account" className="inline-flex min-h-11 items-center">
            <Trans>Your account</Trans>
          </TextLink>
        }
      />
      <WhatHappens />
      <DeleteForm />
      <WinBack />
    </Page>
  );
}

function WhatHappens() {
  const { t } = useLingui();
  // The end of the session may arrive before the answer.
  const credits = useUser()?.credits ?? 0;
  const refundable = useRefundable();
  const days = CONSTANTS.reactivationDays;
  return (
    <ul className="grid list-disc gap-2 pl-5 text-base marker:text-pulse">
      <li>
        <Trans>Your profile, photos and messages are hidden right away, and you’re logged out.</Trans>
      </li>
      <li>
        {t`${plural(days, {
          one: 'You have # day to change your mind: a link in our e-mail restores everything.',
          other: 'You have # days to change your mind: a link in our e-mail restores everything.',
        })}`}
      </li>
      <li>
        <Trans>After that, everything is erased. By law we keep anonymised payment and credit records.</Trans>
      </li>
      {credits > 0 && (
        <li>
          {t`${plural(credits, {
            one: 'You’ll also lose your # credit.',
            other: 'You’ll also lose your # credits.',
          })}`}
        </li>
      )}
      {refundable && (
        <li>
          <Trans>
            You can still get {refundable} back: <TextLink href="/credits/refund">request a refund</TextLink>{' '}
            before you go.
          </Trans>
        </li>
      )}
      <li>
        <Trans>
          Want a copy of your data? <TextLink href="/account">Download it</TextLink> before you go.
        </Trans>
      </li>
    </ul>
  );
}

/** The refundable money of bought credits, payment by payment; empty when there is none. */
function useRefundable(): string {
  const locale = useFormatLocale();
  const { data } = useQuery(refundQuery);
  const amounts = data?.offers.map(({ cents, currency }) => formatMoney(locale, cents, currency));
  return (amounts ?? []).join(' + ');
}

function DeleteForm() {
  const { t } = useLingui();
  const errorTextOf = useErrorMessage();
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const leave = useMutation({
    mutationFn: () => call(deleteAccount, { password }),
    onSuccess: () =>
      closing(async () => {
        await navigate({ to: '/account-deleted', replace: true });
        endOwnSession();
      }),
  });
  const isWrong = codeOf(leave.error) === 'PASSWORD_WRONG';
  return (
    <form
      noValidate
      className="mt-8 max-w-narrow"
      onSubmit={(event) => {
        event.preventDefault();
        leave.mutate();
      }}
    >
      <ConfirmPasswordField
        value={password}
        onChange={setPassword}
        errorMessage={isWrong ? errorTextOf(leave.error) : undefined}
      />
      <FormError>{leave.error && !isWrong && errorTextOf(leave.error)}</FormError>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button type="submit" variant="danger" isPending={leave.isPending}>
          <Trans>Delete my account</Trans>
        </Button>
        <Button href="/members" variant="quiet">{t`Keep my account`}</Button>
      </div>
    </form>
  );
}
