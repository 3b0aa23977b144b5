import { CONSTANTS } from '@heartline/contracts';
import {
  Anchor,
  Avatar,
  Badge,
  ChatBar,
  CreditsPill,
  FictionalChip,
  IconButton,
  LinkProvider,
  Menu,
} from '@heartline/ui';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import {
  ArrowLeft,
  Ban,
  CalendarDays,
  CheckCheck,
  Flag,
  Info,
  Keyboard,
  Search,
  Trash2,
  UserRound,
} from 'lucide-react';
import { memo, Suspense, useState } from 'react';
import { badgeText } from '../../client/badge-text.ts';
import { CONNECTION_ICONS, ConnectionText } from '../../client/connection-text.tsx';
import { useFormatLocale } from '../../client/language.ts';
import { lazyOverlay } from '../../client/lazy-overlay.tsx';
import { useMedia } from '../../client/media.ts';
import { askSafety } from '../../client/safety-request.ts';
import { useSettings } from '../../client/session.ts';
import { type CutOff as CutOffNetwork, isCutOff, useNetwork } from '../../live/use-network.ts';
import { useFictionalLabel } from '../../people/fictional-label.ts';
import { LAST_SEEN } from '../../people/last-seen.ts';
import { formatCount } from '../../people/money.ts';
import { photoUrl } from '../../people/photo-url.ts';
import { usePlaceOf } from '../../people/place.ts';
import { useIsOnline, usePresence } from '../../people/presence.ts';
import { useCreditsLeft } from './credits-left.ts';
import { useToList } from './from-list.ts';
import { MutedMark } from './mute/muted-mark.tsx';
import { useMuteItem } from './mute/use-mute.tsx';
import { openFind, showShortcuts } from './shortcuts.ts';
import { useUnreadTotal } from './unread-total.ts';
import type { Partner } from './use-partner.ts';
import { useRemovalOfOpen } from './use-removal.ts';

const ReceiptsDialog = lazyOverlay(() => import('./receipts/receipts-dialog.tsx'), 'ReceiptsDialog');
const DayDialog = lazyOverlay(() => import('./day-dialog.tsx'), 'DayDialog');

/** The bar above a conversation: back link on phones, profile, credits left, and the menu. */
export const ConversationBar = memo(function ConversationBar({ partner }: { partner: Partner }) {
  const { t } = useLingui();
  const { conversation, profile } = partner;
  const { name } = profile;
  const remove = useRemovalOfOpen();
  const mute = useMuteItem({ conversation, profile, isMuted: partner.isMuted === true });
  const [isChoosingDay, setChoosingDay] = useState(false);
  const [isAtReceipts, setAtReceipts] = useState(false);
  const hasKeys = useMedia('(pointer: fine)');
  const href = `/members/${profile.id}`;
  return (
    <>
      <ChatBar
        back={<Back conversation={conversation} />}
        tools={
          <div className="flex items-center gap-1">
            <Balance />
            <Menu
              label={t`Chat options`}
              items={[
                {
                  id: 'profile',
                  label: t`Profile of ${profile.name}`,
                  href,
                  icon: <UserRound className="size-5" aria-hidden />,
                },
                {
                  id: 'find',
                  label: t`Search in chat`,
                  onPress: () => openFind(conversation),
                  icon: <Search className="size-5" aria-hidden />,
                },
                {
                  id: 'day',
                  label: t`Go to date`,
                  onPress: () => setChoosingDay(true),
                  icon: <CalendarDays className="size-5" aria-hidden />,
                },
                ...(partner.isMuted === undefined ? [] : [mute]),
                {
                  id: 'receipts',
                  label: t`Read receipts`,
                  onPress: () => setAtReceipts(true),
                  icon: <CheckCheck className="size-5" aria-hidden />,
                },
                ...(hasKeys
                  ? [
                      {
                        id: 'shortcuts',
                        label: t`Keyboard shortcuts`,
                        onPress: showShortcuts,
                        icon: <Keyboard className="size-5" aria-hidden />,
                      },
                    ]
                  : []),
                {
                  id: 'report',
                  label: t`Report ${name}`,
                  startsGroup: true,
                  onPress: () => askSafety({ kind: 'report', person: profile }),
                  icon: <Flag className="size-5" aria-hidden />,
                },
                {
                  id: 'block',
                  label: t`Block ${name}`,
                  onPress: () => askSafety({ kind: 'block', person: profile }),
                  isDanger: true,
                  icon: <Ban className="size-5" aria-hidden />,
                },
                {
                  id: 'remove',
                  label: t`Remove chat`,
                  onPress: () => remove({ conversation, person: profile }),
                  isDanger: true,
                  icon: <Trash2 className="size-5" aria-hidden />,
                },
              ]}
            >
              <Info className="size-5" aria-hidden />
            </Menu>
          </div>
        }
      >
        <Anchor
          href={href}
          className="flex min-h-12 w-fit max-w-full items-center gap-3 rounded-control pr-2"
        >
          <Person profile={profile} isMuted={partner.isMuted} />
        </Anchor>
      </ChatBar>
      <Suspense fallback={null}>
        {isChoosingDay && <DayDialog conversation={conversation} onClose={() => setChoosingDay(false)} />}
        {isAtReceipts && (
          <ReceiptsDialog conversation={conversation} name={name} onClose={() => setAtReceipts(false)} />
        )}
      </Suspense>
    </>
  );
});

/**
 * Back link to the list on phones. It shows the unread messages of other conversations, because nothing else there
 * does.
 */
function Back({ conversation }: { conversation: string }) {
  const { t } = useLingui();
  const toList = useToList();
  const unread = useUnreadTotal(conversation);
  const label = t`All messages`;
  const waiting = plural(unread, { one: '# unread message', other: '# unread messages' });
  return (
    <LinkProvider value={{ navigate: toList }}>
      <span className="relative inline-flex">
        <IconButton label={unread > 0 ? `${label}, ${waiting}` : label} href="/chats">
          <ArrowLeft className="size-5" aria-hidden />
        </IconButton>
        {unread > 0 && (
          <span aria-hidden className="pointer-events-none absolute -top-0.5 left-5.5 animate-fade">
            <Badge>{badgeText(unread) ?? ''}</Badge>
          </span>
        )}
      </span>
    </LinkProvider>
  );
}

/**
 * Name and presence: online now, or when last seen. While this page is offline it shows that instead, because presence
 * is unknown.
 */
function Person({ profile, isMuted }: Pick<Partner, 'profile' | 'isMuted'>) {
  const { t } = useLingui();
  const { cdn_prefix: prefix } = useSettings();
  const fictional = useFictionalLabel();
  const network = useNetwork(true);
  return (
    <>
      <Avatar
        name={profile.name}
        src={photoUrl(prefix, profile.main_image?.thumb_filename)}
        size="sm"
        isOnline={useIsOnline(profile)}
        presenceLabel={t`Online`}
        // On the narrowest phones the label needs its room.
        className={profile.fictional ? 'max-xs:hidden' : 'max-2xs:hidden'}
      />
      <div className="min-w-0">
        <h1 className="title truncate text-md">
          <bdi>{profile.name}</bdi>, {profile.age} {isMuted && <MutedMark />}
        </h1>
        <p className="flex items-center gap-2 text-sm text-ink-2">
          {profile.fictional && <FictionalChip>{fictional}</FictionalChip>}
          {isCutOff(network) ? <CutOff network={network} /> : <Whereabouts profile={profile} />}
        </p>
      </div>
    </>
  );
}

/** Connection state; on a phone as text only and without the time of the data. */
function CutOff({ network }: { network: CutOffNetwork }) {
  return (
    <span className="flex min-w-0 items-center gap-1.5 font-medium text-ink max-sm:text-xs">
      <span className="max-sm:hidden">{CONNECTION_ICONS[network]}</span>
      <span className="truncate max-sm:hidden">
        <ConnectionText network={network} />
      </span>
      <span className="truncate sm:hidden">
        <ConnectionText network={network} isBrief />
      </span>
    </span>
  );
}

/** On a phone the label of a fictional profile takes the whole line. */
function Whereabouts({ profile }: Pick<Partner, 'profile'>) {
  const { t, i18n } = useLingui();
  const placeOf = usePlaceOf();
  const presence = usePresence(profile.id);
  const seen = presence && i18n._(LAST_SEEN[presence.last_active]);
  return (
    <span className={profile.fictional ? 'truncate max-sm:hidden' : 'truncate'}>
      {useIsOnline(profile) ? t`Online` : [seen, placeOf(profile)].filter(Boolean).join(' · ')}
    </span>
  );
}

function Balance() {
  const locale = useFormatLocale();
  const { credits, label } = useCreditsLeft();
  const tone = credits === 0 ? 'danger' : credits <= CONSTANTS.creditsBadgeBelow ? 'amber' : 'plain';
  return (
    <Anchor href="/credits" className="target rounded-full max-2xs:hidden">
      <CreditsPill tone={tone} label={label}>
        {formatCount(locale, credits)}
      </CreditsPill>
    </Anchor>
  );
}
