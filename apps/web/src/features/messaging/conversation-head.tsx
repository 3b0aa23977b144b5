import type { Interest, ProfileCard } from '@heartline/contracts';
import { Avatar, Skeleton } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useLocale } from '../../client/language.ts';
import { useSettings } from '../../client/session.ts';
import type { Messages } from '../../live/apply/messages.ts';
import { INTEREST_LABELS, withinSentence } from '../../people/interest-labels.ts';
import { photoUrl } from '../../people/photo-url.ts';
import { profileBeside } from '../../people/profile-query.ts';
import { BeforeFirst } from './before-writing/before-first.tsx';

interface ConversationHeadProps {
  profile: ProfileCard;
  messages: Messages;
  /** No message exists and none is on its way. */
  isEmpty: boolean;
}

/** Shown above the oldest message: a skeleton, the beginning, or the reason why older messages are hidden. */
export function ConversationHead({ profile, messages, isEmpty }: ConversationHeadProps) {
  const { name } = profile;
  if (messages.hasOlder) {
    return (
      // The skeleton is nearly always out of view. Without `content-visibility` its animation would repaint in every
      // frame of a scroll.
      <div aria-hidden className="grid h-24 content-end gap-2 pb-3 [content-visibility:auto]">
        <Skeleton className="h-9 w-44 rounded-card" />
        <Skeleton className="h-9 w-56 justify-self-end rounded-card" />
      </div>
    );
  }
  const isCut = messages.isCut === true;
  // After the member removed the conversation, its first visible message is not its beginning.
  const isBeginning = (messages.messages[0]?.seq ?? 1) === 1;
  if (isEmpty && !isCut) return <OpeningText profile={profile} />;
  return (
    <p className="flex h-24 items-end justify-center pb-4 text-center text-sm text-ink-2">
      {isCut ? (
        <Trans>Older messages are hidden for privacy.</Trans>
      ) : isBeginning ? (
        <span>
          <Trans>
            Start of your chat with <bdi>{name}</bdi>
          </Trans>
        </span>
      ) : null}
    </p>
  );
}

/** Shown before the first message: the profile and shared interests. */
function OpeningText({ profile }: { profile: ProfileCard }) {
  const { i18n } = useLingui();
  const { cdn_prefix: prefix } = useSettings();
  const { name } = profile;
  const first = profile.shared_interest;
  // The card has one shared interest; the loaded profile has all of them.
  const { data: whole } = useQuery({ ...profileBeside('chat', profile.id), enabled: first !== null });
  const shared = whole?.shared_interests ?? (first === null ? [] : [first]);
  const locale = useLocale();
  const interests = new Intl.ListFormat(locale, { type: 'conjunction' }).format(
    shared.map((interest) => withinSentence(i18n._(INTEREST_LABELS[interest as Interest]), locale)),
  );
  return (
    <div className="grid animate-rise justify-items-center gap-1 pb-8 text-center">
      <Avatar name={name} src={photoUrl(prefix, profile.main_image?.thumb_filename)} size="xl" />
      <p className="title mt-3 text-lg">
        <Trans>
          Say hello to <bdi>{name}</bdi>
        </Trans>
      </p>
      {interests && (
        <p className="text-ink-2">
          <Trans>In common: {interests}</Trans>
        </p>
      )}
      <BeforeFirst profile={profile} />
    </div>
  );
}
