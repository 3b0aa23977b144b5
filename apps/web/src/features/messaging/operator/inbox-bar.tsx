import { type Operator, signOutOperator } from '@heartline/contracts';
import { Button, Dialog, IconButton, Logo, showToast, TopBar } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { ChartColumn, Inbox, LogOut } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { call } from '../../../client/api.ts';
import { useErrorMessage } from '../../../client/error-message.ts';
import { queryClient } from '../../../client/query.ts';
import { useSettings } from '../../../client/session.ts';
import { isAnythingBegun } from './begun.ts';
import { operatorQuery } from './operator-queries.ts';
import { ReportsButton } from './reports-dialog.tsx';

export interface InboxOwner {
  operator: Operator;
  /** Language menu, which belongs to another feature. */
  languageMenu: ReactNode;
}

interface InboxBarProps extends InboxOwner {
  /** Hands back the open conversation. */
  onLeave?: () => void;
  /** Another page than the inbox is shown. */
  isElsewhere?: boolean;
}

/**
 * Top bar with the way to the other page, the operator's name and sign-out. Unsent text exists only in this page, so it asks before that is lost.
 */
export function InboxBar({ operator, languageMenu, onLeave, isElsewhere = false }: InboxBarProps) {
  const { t } = useLingui();
  const settings = useSettings();
  const errorTextOf = useErrorMessage();
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    addEventListener('beforeunload', warnOfLoss);
    return () => removeEventListener('beforeunload', warnOfLoss);
  }, []);
  const signOut = async () => {
    setAsking(false);
    onLeave?.();
    try {
      await call(signOutOperator, {});
    } catch (error) {
      // Only the server ends a session. Leaving now would keep the inbox open for the next person.
      void showToast({ title: errorTextOf(error), tone: 'error' });
      return;
    }
    queryClient.clear();
    queryClient.setQueryData(operatorQuery.queryKey, null);
    removeEventListener('beforeunload', warnOfLoss);
    location.reload();
  };
  return (
    <TopBar
      label={t`Operators`}
      brand={<Logo name={settings.name} isShort />}
      end={
        <>
          <OtherPage isElsewhere={isElsewhere} />
          <ReportsButton />
          {languageMenu}
          <span className="px-2 text-sm font-medium max-sm:hidden">{operator.name}</span>
          <IconButton
            label={t`Log out`}
            onPress={() => (isAnythingBegun() ? setAsking(true) : void signOut())}
          >
            <LogOut className="size-5" aria-hidden />
          </IconButton>
          <Dialog
            isOpen={isAsking}
            onOpenChange={setAsking}
            role="alertdialog"
            size="sm"
            title={t`Log out?`}
            footer={
              <>
                <Button onPress={() => setAsking(false)}>{t`Cancel`}</Button>
                <Button variant="primary" onPress={() => void signOut()}>{t`Log out`}</Button>
              </>
            }
          >
            <Trans>Anything you haven’t sent or saved will be lost.</Trans>
          </Dialog>
        </>
      }
    />
  );
}

function OtherPage({ isElsewhere }: { isElsewhere: boolean }) {
  const { t } = useLingui();
  return isElsewhere ? (
    <IconButton label={t`Waiting chats`} href="/operator">
      <Inbox className="size-5" aria-hidden />
    </IconButton>
  ) : (
    <IconButton label={t`What landing pages bring`} href="/operator/landers">
      <ChartColumn className="size-5" aria-hidden />
    </IconButton>
  );
}

/** Makes the browser ask before the page closes. */
function warnOfLoss(event: BeforeUnloadEvent): void {
  if (isAnythingBegun()) event.preventDefault();
}
