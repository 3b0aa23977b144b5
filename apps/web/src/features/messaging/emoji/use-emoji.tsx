import { IconButton, narrowerThan, useOverlay } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { Keyboard, Smile } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useMedia } from '../../../client/media.ts';
import { isFocusLost } from '../focus-when-drawn.ts';
import { EmojiDrawer, EmojiPanel } from './emoji-panel.tsx';

interface EmojiInput {
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  setText: (text: string) => void;
}

const PHONE = `${narrowerThan('sm')}, (pointer: coarse) and ${narrowerThan('md')}`;

/**
 * The emoji button of a field and its picker. On phones the picker is a drawer below the field in place of the on-screen
 * keyboard, and the button leads back to the keyboard. Elsewhere it floats beside the button.
 */
export function useEmoji({ field, text, setText }: EmojiInput): { button: ReactNode; drawer: ReactNode } {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const isPhone = useMedia(PHONE);
  const button = useRef<HTMLButtonElement>(null);
  const hasPicked = useRef(false);
  const insertText = useInsert({ field, text, setText });
  const insert = (emoji: string) => {
    hasPicked.current = true;
    insertText(emoji);
  };
  const isDrawer = isOpen && isPhone;
  useOverlay(isDrawer, () => setOpen(false));
  useCloseOnTyping(isDrawer, field, () => setOpen(false));
  const close = () => {
    setOpen(false);
    const isBack = document.activeElement === button.current || isFocusLost();
    // Focus the field after an emoji was chosen, except on a device where that would open a keyboard.
    if (hasPicked.current && isBack && matchMedia('(pointer: fine)').matches) field.current?.focus();
  };
  const toggle = () => {
    hasPicked.current = false;
    if (isDrawer) {
      setOpen(false);
      field.current?.focus();
      return;
    }
    // Hides the on-screen keyboard. The caret stays where it is.
    if (isPhone) field.current?.blur();
    setOpen(true);
  };
  const Sign = isDrawer ? Keyboard : Smile;
  return {
    button: (
      <>
        <IconButton
          ref={button}
          label={isDrawer ? t`Keyboard` : t`Emoji`}
          aria-expanded={isOpen}
          aria-haspopup="dialog"
          onPress={toggle}
          // With doubled letters on a phone the messages need the room.
          className="@max-[15rem]:hidden"
        >
          <Sign className="size-5" aria-hidden />
        </IconButton>
        {isOpen && !isPhone && button.current && (
          <EmojiPanel anchor={button.current} onPick={insert} onClose={close} />
        )}
      </>
    ),
    drawer: isDrawer && (
      <EmojiDrawer
        onPick={insert}
        onClose={() => {
          setOpen(false);
          button.current?.focus();
        }}
      />
    ),
  };
}

/** Inserts at the caret. */
function useInsert({ field, text, setText }: EmojiInput) {
  const latest = useRef(text);
  latest.current = text;
  return (emoji: string) => {
    const { current } = field;
    const from = current?.selectionStart ?? latest.current.length;
    const to = current?.selectionEnd ?? from;
    setText(latest.current.slice(0, from) + emoji + latest.current.slice(to));
    // Wait for the render, because the field moves the caret to the end when its text changes.
    requestAnimationFrame(() => current?.setSelectionRange(from + emoji.length, from + emoji.length));
  };
}

/** A tap on the field brings the keyboard back, which takes the place of the drawer. */
function useCloseOnTyping(isOpen: boolean, field: RefObject<HTMLTextAreaElement | null>, close: () => void) {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    const { current } = field;
    if (!isOpen || !current) return;
    const onFocus = () => latest.current();
    current.addEventListener('focus', onFocus);
    return () => current.removeEventListener('focus', onFocus);
  }, [isOpen, field]);
}
