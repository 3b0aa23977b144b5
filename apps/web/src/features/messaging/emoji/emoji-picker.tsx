import { Skeleton, Toolbar } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { EmojiPicker as Picker, type SkinTone } from 'frimousse';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { localStore } from '../../../client/storage.ts';
import { noteEmoji, RECENT_EMOJI, recentEmoji } from './recent-emoji.ts';
import { wholeEmoji } from './whole-emoji.ts';

/** Version of the emoji data, set by the build. */
declare const __EMOJI_DATA__: string;

/** Emoji names in our languages from our own server (`build/emoji-data.ts`), so that no other site is contacted. */
const DATA_URL = `${import.meta.env.BASE_URL}assets/emoji-${__EMOJI_DATA__}`;
const TONE = 'emoji-skin-tone';
const TONES: readonly SkinTone[] = ['none', 'light', 'medium-light', 'medium', 'medium-dark', 'dark'];

const storedTone = () => TONES.find((tone) => tone === localStore.get(TONE)) ?? 'none';

const headerClass = 'bg-card px-1 py-1.5 text-xs font-semibold text-ink-2';
const emojiClass = 'flex size-10.5 items-center justify-center rounded-control text-xl';

const PARTS: NonNullable<ComponentProps<typeof Picker.List>['components']> = {
  CategoryHeader: ({ category, ...props }) => (
    <div {...props} className={headerClass}>
      {category.label}
    </div>
  ),
  Row: ({ children, ...props }) => (
    // The library counts rows from 0, but ARIA rows start at 1. It finds rows by this number, so the scroll margins
    // keep one more row in view.
    <div
      {...props}
      aria-rowindex={(props['aria-rowindex'] ?? 0) + 1}
      className="flex scroll-mt-1 scroll-mb-11"
    >
      {children}
    </div>
  ),
  Emoji: ({ emoji, ...props }) => (
    <button
      {...props}
      role="gridcell"
      aria-colindex={(props['aria-colindex'] ?? 0) + 1}
      type="button"
      className={`${emojiClass} data-[active]:bg-hover`}
    >
      {emoji.emoji}
    </button>
  ),
};

/** All emoji by group, with a search in the member’s language, arrow keys and a stored skin tone. */
export function EmojiPicker({ onPick }: { onPick: (emoji: string) => void }) {
  const { t, i18n } = useLingui();
  const [first] = useState(storedTone);
  const search = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState('');
  const pick = (emoji: string) => {
    noteEmoji(emoji);
    onPick(emoji);
  };
  // `autoFocus` would come before the panel is visible when the picker is already loaded.
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) search.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Picker.Root
      locale={i18n.locale as 'en'}
      emojibaseUrl={DATA_URL}
      skinTone={first}
      columns={RECENT_EMOJI}
      onEmojiSelect={({ emoji }) => pick(wholeEmoji(emoji))}
      className="flex h-full flex-col gap-2"
    >
      <div className="flex items-center gap-2">
        <Picker.Search
          ref={search}
          aria-label={t`Search emoji`}
          placeholder={t`Search`}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          className="h-11 min-w-0 grow rounded-control border border-edge bg-card px-3 text-md outline-none focus:border-ink sm:text-base"
        />
        <Picker.SkinTone>
          {({ skinTone, setSkinTone, skinToneVariations }) => (
            <button
              type="button"
              aria-label={t`Change skin tone`}
              className="size-11 shrink-0 rounded-full text-xl hover:bg-hover"
              onClick={() => {
                const next = TONES[(TONES.indexOf(skinTone) + 1) % TONES.length] ?? 'none';
                localStore.set(TONE, next);
                setSkinTone(next);
              }}
            >
              <span aria-hidden>{skinToneVariations.find((one) => one.skinTone === skinTone)?.emoji}</span>
            </button>
          )}
        </Picker.SkinTone>
      </div>
      {query === '' && <Recent onPick={pick} />}
      <Picker.Viewport tabIndex={0} className="relative min-h-0 grow overflow-y-auto outline-none">
        <Picker.Loading className="absolute inset-0">
          <Skeleton className="size-full" />
        </Picker.Loading>
        <Picker.Empty className="absolute inset-0 grid place-items-center text-ink-2">
          <Trans>No emoji found</Trans>
        </Picker.Empty>
        <Picker.List className="pb-1 select-none" components={PARTS} />
      </Picker.Viewport>
    </Picker.Root>
  );
}

/** Recently used emoji as of the opening, so that no button moves under the pointer. */
function Recent({ onPick }: { onPick: (emoji: string) => void }) {
  const { t } = useLingui();
  const [recent] = useState(recentEmoji);
  if (recent.length === 0) return null;
  const label = t`Recently used`;
  return (
    <div className="select-none">
      <div aria-hidden className={headerClass}>
        {label}
      </div>
      <Toolbar label={label} className="flex">
        {recent.map((emoji) => (
          <button
            key={emoji}
            type="button"
            className={`${emojiClass} hover:bg-hover`}
            onClick={() => onPick(emoji)}
          >
            {emoji}
          </button>
        ))}
      </Toolbar>
    </div>
  );
}
