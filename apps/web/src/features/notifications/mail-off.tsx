import { enableMail, type User } from '@heartline/contracts';
import { Banner, Button, showToast, TextLink } from '@heartline/ui';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { MailX } from 'lucide-react';
import { call } from '../../client/api.ts';
import { useErrorMessage } from '../../client/error-message.ts';
import { useFlag } from '../../client/flags.ts';
import { keys, queryClient } from '../../client/query.ts';
import { patchUser, useMember, useUser } from '../../client/session.ts';

type Reason = User['notifications_disabled'][number];

/**
 * The reasons why only account mails are sent, such as a new password or a receipt, and what to do (S8-033 to S8-035).
 */
const REASONS: Record<Reason, { why: MessageDescriptor; how: MessageDescriptor }> = {
  fbl: {
    why: msg`One of our e-mails to you was marked as spam.`,
    how: msg`Move our e-mails out of your spam folder first so the next one reaches you.`,
  },
  bounce: {
    why: msg`An e-mail to you couldn’t be delivered.`,
    how: msg`First check that your address is right and your mailbox isn’t full.`,
  },
  listunsubscribe: {
    why: msg`You unsubscribed in your e-mail app.`,
    how: msg`You can turn e-mails back on at any time.`,
  },
};

/** Over every page of the member, until it is dismissed once. */
export function DisabledMailAlert() {
  const { t, i18n } = useLingui();
  const reasons = useUser()?.notifications_disabled ?? [];
  const [dismissedAt, dismiss] = useFlag('hide-disabled-notifications-alert');
  // The settings page shows it itself, with the remedy.
  const isThere = useRouterState({ select: (state) => state.location.pathname === '/notifications' });
  if (reasons.length === 0 || dismissedAt !== null || isThere) return null;
  return (
    <Banner
      tone="warn"
      icon={<MailX className="size-5 text-amber" aria-hidden />}
      title={t`We only e-mail you about your account`}
      onDismiss={dismiss}
      dismissLabel={t`Dismiss`}
      action={
        <TextLink href="/notifications" className="inline-flex min-h-11 items-center text-sm font-semibold">
          <Trans>Turn e-mails back on</Trans>
        </TextLink>
      }
    >
      {reasons.map((reason) => (
        <span key={reason} className="block text-sm text-ink-2">
          {i18n._(REASONS[reason].why)}
        </span>
      ))}
    </Banner>
  );
}

/** On the settings page: the reasons, the remedies, and the button that turns mail on again. */
export function MailOff({ reasons }: { reasons: readonly Reason[] }) {
  const { t, i18n } = useLingui();
  const { email } = useMember();
  const errorTextOf = useErrorMessage();
  const enable = useMutation({
    mutationFn: () => call(enableMail, {}),
    onSuccess: (answer) => {
      queryClient.setQueryData(keys.notifications, answer);
      patchUser({ notifications_disabled: [] });
      void showToast({ title: t`E-mails are back on` });
    },
    onError: (error) => void showToast({ title: errorTextOf(error), tone: 'error' }),
  });
  if (reasons.length === 0) return null;
  return (
    <section aria-labelledby="mail-off" className="rounded-card bg-amber-soft p-5">
      <h2 id="mail-off" className="title flex items-center gap-3 text-lg">
        <MailX className="size-5 text-amber" aria-hidden />
        <Trans>We only e-mail you about your account</Trans>
      </h2>
      <ul className="mt-2 grid gap-2">
        {reasons.map((reason) => (
          <li key={reason}>
            <span className="block font-medium">{i18n._(REASONS[reason].why)}</span>
            <span className="block text-sm text-ink-2">{i18n._(REASONS[reason].how)}</span>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-sm text-ink-2">{t`Your address: ${email}`}</p>
      <Button variant="primary" className="mt-4" isPending={enable.isPending} onPress={() => enable.mutate()}>
        <Trans>Turn e-mails back on</Trans>
      </Button>
    </section>
  );
}
