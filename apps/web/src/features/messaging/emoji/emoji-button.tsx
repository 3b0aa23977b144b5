import { IconButton, narrowerThan } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { Smile } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { useMedia } from '../../../client/media.ts';
import { isFocusLost } from '../focus-when-drawn.ts';
import { EmojiPanel } from './emoji-panel.tsx';

interface EmojiButtonProps {
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  setText: (text: string) => void;
}

/** Phones have an emoji keyboard, and narrow windows need the space. */
const PHONE = `${narrowerThan('sm')}, (pointer: coarse) and ${narrowerThan('md')}`;

/** Button in the field that opens the emoji panel and inserts at the caret. Not shown on phones. */
export function EmojiButton({ field, text, setText }: EmojiButtonProps) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const isPhone = useMedia(PHONE);
  const button = useRef<HTMLButtonElement>(null);
  const hasPicked = useRef(false);
  const latest = useRef(text);
  latest.current = text;
  const insert = (emoji: string) => {
    const { current } = field;
    const from = current?.selectionStart ?? latest.current.length;
    const to = current?.selectionEnd ?? from;
    hasPicked.current = true;
    setText(latest.current.slice(0, from) + emoji + latest.current.slice(to));
    // Wait for the render, because the field moves the caret to the end when its text changes.
    requestAnimationFrame(() => current?.setSelectionRange(from + emoji.length, from + emoji.length));
  };
  const close = () => {
    setOpen(false);
    const isBack = document.activeElement === button.current || isFocusLost();
    // Focus the field after an emoji was chosen, except on a device where that would open a keyboard.
    if (hasPicked.current && isBack && matchMedia('(pointer: fine)').matches) field.current?.focus();
  };
  if (isPhone) return null;
  return (
    <>
      <IconButton
        ref={button}
        label={t`Emoji`}
        aria-expanded={isOpen}
        aria-haspopup="dialog"
        onPress={() => {
          hasPicked.current = false;
          setOpen(true);
        }}
      >
        <Smile className="size-5" aria-hidden />
      </IconButton>
      {isOpen && button.current && <EmojiPanel anchor={button.current} onPick={insert} onClose={close} />}
    </>
  );
}
