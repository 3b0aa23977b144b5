import { Button, TopBar } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { Sparkles } from 'lucide-react';
import { useUser } from '../../client/session.ts';
import { AccountMenu } from '../../features/accounts/account-menu.tsx';
import { LanguageMenu } from '../../features/site/language-menu.tsx';
import { CreditsBadge, useCreditsLeft } from '../composition.tsx';
import { BackButton } from './back-button.tsx';
import { MemberPlaces } from './member-places.tsx';
import { BarPlace, Brand } from './visitor-bar.tsx';

/** The top bar of a member (S2): search, match finder, messages, likes, credits or Get Premium, account and language. */
export function MemberBar() {
  const { t } = useLingui();
  const user = useUser();
  if (!user) return <BarPlace />;
  return (
    <TopBar
      brand={
        <>
          <BackButton />
          <Brand isShort />
        </>
      }
      label={t`Main`}
      end={
        <>
          {user.paid_user ? (
            <CreditsLeft />
          ) : (
            // In the narrowest window only the bottom bar leads there.
            <Button
              href="/premium"
              size="sm"
              icon={<Sparkles className="size-4 text-pulse" aria-hidden />}
              className="max-2xs:hidden"
            >
              <Trans>Get Premium</Trans>
            </Button>
          )}
          <span className="max-sm:hidden">
            <LanguageMenu />
          </span>
          <AccountMenu user={user} />
        </>
      }
    >
      <MemberPlaces layout="row" />
    </TopBar>
  );
}

function CreditsLeft() {
  const { credits, label } = useCreditsLeft();
  return <CreditsBadge credits={credits} label={label} />;
}
