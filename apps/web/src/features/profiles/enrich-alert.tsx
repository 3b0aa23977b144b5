import { missingFields } from '@heartline/domain';
import { Banner, Button } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { UserRoundPen } from 'lucide-react';
import { useFlag } from '../../client/flags.ts';
import { useInTime } from '../../client/in-time.ts';
import { useSettings } from '../../client/session.ts';
import { ownProfileQuery } from './own-profile-state.ts';

const PATHS = new Set(['/members', '/profile']);

/** Asks the member to complete their profile, on the profile and on the search, until it is dismissed once. */
export function EnrichAlert() {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const [dismissedAt, dismiss] = useFlag('hide-enrich-alert');
  if (dismissedAt !== null || !PATHS.has(path)) return null;
  return <Alert onDismiss={dismiss} isOwnPage={path === '/profile'} />;
}

function Alert({ onDismiss, isOwnPage }: { onDismiss: () => void; isOwnPage: boolean }) {
  const { t } = useLingui();
  const { visible_profile_fields: shown } = useSettings();
  const { data: profile } = useQuery(ownProfileQuery);
  const [next] = profile ? missingFields(profile, shown) : [];
  const isInTime = useInTime(next !== undefined);
  if (!next || !isInTime) return null;
  const words = {
    pictures: t`Add a photo. A face makes it easier to say hello.`,
    about: t`Say a few words about yourself. It gives people something to write about.`,
    prompts: t`Answer a question or two. It gives people something to reply to.`,
    interests: t`Choose your interests. The ones you share with someone come first.`,
  };
  return (
    <Banner
      icon={<UserRoundPen className="size-5 text-sky" aria-hidden />}
      title={t`Complete your profile`}
      onDismiss={onDismiss}
      dismissLabel={t`Not now`}
      action={
        !isOwnPage && (
          <Button size="sm" href="/profile">
            <Trans>My profile</Trans>
          </Button>
        )
      }
    >
      <span className="text-sm text-ink-2">
        {words[next as keyof typeof words] ?? t`Fill in a few more facts. They help people find you.`}
      </span>
    </Banner>
  );
}
