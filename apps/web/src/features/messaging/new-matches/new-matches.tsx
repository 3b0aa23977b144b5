import { type ProfileCard } from '@heartline/contracts';
import { Anchor, Avatar, ContextMenu, classNames, FictionalChip, type MenuItem } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { EyeOff, UserRound, X } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useSettings } from '../../../client/session.ts';
import { useFictionalLabel, useLabelledName } from '../../../people/fictional-label.ts';
import { photoUrl } from '../../../people/photo-url.ts';
import { useIsOnline } from '../../../people/presence.ts';
import { isFocusLost } from '../focus-when-drawn.ts';
import { type Point, useLongPress } from '../long-press.ts';
import { type NewMatch, noteSeen, useHideMatch, useNewMatches } from './use-new-matches.ts';

/** Matches without a message, as faces above the conversations. One tab stop; the arrow keys move between them. */
export function NewMatches({ current }: { current: string | undefined }) {
  const matches = useNewMatches();
  const row = useRef<HTMLUListElement>(null);
  const [chosen, setChosen] = useState<string>();
  const hide = useHideMatch();
  if (matches.length === 0) return null;
  const at = Math.max(
    0,
    matches.findIndex(({ profile }) => profile.id === chosen),
  );
  const focusAt = (index: number) => row.current?.querySelectorAll('a')[index]?.focus();
  const onHide = (profile: ProfileCard) => {
    hide(profile);
    // The face may have taken the focus with it.
    requestAnimationFrame(() => isFocusLost() && focusAt(Math.min(at, matches.length - 2)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: matches.length - 1 }[event.key];
    if (next === undefined || !matches[next]) return;
    event.preventDefault();
    focusAt(next);
  };
  return (
    <section aria-labelledby="new-matches" className="shrink-0 pb-2">
      <h2 id="new-matches" className="px-5 pb-1.5 text-sm font-semibold text-ink-2">
        <Trans>New matches</Trans>
      </h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the links in it keep their own keys */}
      <ul
        ref={row}
        onKeyDown={onKeyDown}
        className="no-scrollbar fades-beyond flex gap-1 overflow-x-auto overscroll-x-contain px-3 py-1"
      >
        {matches.map((match, index) => (
          <Face
            key={match.profile.id}
            match={match}
            isStop={index === at}
            isCurrent={match.profile.id === current}
            onFocus={() => setChosen(match.profile.id)}
            onHide={() => onHide(match.profile)}
          />
        ))}
      </ul>
    </section>
  );
}

interface FaceProps {
  match: NewMatch;
  /** True for the face that Tab focuses. */
  isStop: boolean;
  isCurrent: boolean;
  onFocus: () => void;
  onHide: () => void;
}

function Face({ match, isStop, isCurrent, onFocus, onHide }: FaceProps) {
  const { t } = useLingui();
  const { profile, isNew } = match;
  const { cdn_prefix: prefix } = useSettings();
  const fictional = useFictionalLabel();
  const isOnline = useIsOnline(profile);
  const { gestures, menu } = useFaceMenu(profile, onHide);
  const { name } = profile;
  return (
    <li {...gestures} className="group/face relative shrink-0">
      <Anchor
        href={`/members/${profile.id}/chat`}
        aria-current={isCurrent ? 'page' : undefined}
        aria-keyshortcuts="Delete"
        tabIndex={isStop ? 0 : -1}
        onFocus={onFocus}
        onClick={() => noteSeen(match)}
        onKeyDown={(event) => event.key === 'Delete' && onHide()}
        className="grid w-20 justify-items-center gap-1 rounded-control px-1 py-1.5 text-center hover:bg-hover focus-visible:-outline-offset-2 aria-[current=page]:bg-card pointer-coarse:select-none pointer-coarse:[-webkit-touch-callout:none]"
      >
        <span className="relative">
          <span className="inline-flex rounded-full bg-paper p-0.5 ring-2 ring-pulse">
            <Avatar
              name={name}
              src={photoUrl(prefix, profile.main_image?.thumb_filename)}
              size="lg"
              isOnline={isOnline}
              presenceLabel={t`Online`}
            />
          </span>
          {isNew && (
            <span className="absolute top-0 right-0 size-4 rounded-full border-2 border-sunk bg-pulse">
              <span className="sr-only">
                <Trans>New</Trans>
              </span>
            </span>
          )}
        </span>
        <bdi className={classNames('max-w-full truncate text-sm', isNew ? 'font-bold' : 'font-medium')}>
          {name}
        </bdi>
        {profile.fictional && (
          <span className="-mt-1 flex max-w-full [&_svg]:hidden">
            <FictionalChip>{fictional}</FictionalChip>
          </span>
        )}
      </Anchor>
      <button
        type="button"
        tabIndex={-1}
        aria-label={t`Hide ${name} from new matches`}
        title={t`Hide`}
        onClick={onHide}
        className="absolute top-0.5 right-0.5 hidden size-6 items-center justify-center rounded-full border border-line bg-card text-ink-2 hover:text-ink pointer-fine:group-hover/face:flex"
      >
        <X className="size-3.5" aria-hidden />
      </button>
      {menu}
    </li>
  );
}

/** The menu of a face, on a long press or a right click. */
function useFaceMenu(profile: ProfileCard, onHide: () => void) {
  const { t } = useLingui();
  const label = useLabelledName()(profile);
  const press = useLongPress();
  const [opened, setOpened] = useState<{ at: Point; face: HTMLElement | null }>();
  const items: readonly MenuItem[] = [
    {
      id: 'profile',
      label: t`Profile of ${profile.name}`,
      href: `/members/${profile.id}`,
      icon: <UserRound className="size-5" aria-hidden />,
    },
    {
      id: 'hide',
      label: t`Hide from new matches`,
      onPress: onHide,
      icon: <EyeOff className="size-5" aria-hidden />,
    },
  ];
  const gestures = {
    ...press.handlers,
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const face = event.currentTarget.querySelector('a');
      press.begin(event, (at) => setOpened({ at, face }));
    },
    onContextMenu: press.refuse,
  };
  const menu = opened && (
    <ContextMenu
      label={label}
      at={opened.at}
      returnTo={opened.face}
      onClose={() => setOpened(undefined)}
      items={items}
    />
  );
  return { gestures, menu };
}
