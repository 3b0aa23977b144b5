import { SendHorizontal } from 'lucide-react';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { buttonClass } from '../actions/button.tsx';
import { classNames } from '../class-names.ts';
import { isOfInputMethod } from './is-of-input-method.ts';
import { isSendKey } from './is-send-key.ts';

export interface ComposerProps {
  /** Accessible name of the field: "Message to Mira". */
  label: string;
  placeholder: string;
  value: string;
  /** The text has no visible character, so there is nothing to send. */
  isBlank: boolean;
  onChange: (value: string) => void;
  /** Enter (Shift+Enter is a new line) or the button. Not called while `sendBlockedReason` is set or `isBlank`. */
  onSend: () => void;
  onBlur?: (() => void) | undefined;
  /** Escape in the field, unless the key belongs to an input method. */
  onEscape?: (() => void) | undefined;
  /** "Send · 1 credit". */
  sendLabel: string;
  /** "1 credit": replaces it below 576 px. */
  sendShortLabel?: string | undefined;
  /** Below the field, left: balance, price, limits. */
  note?: ReactNode;
  /** Below the field, right: remaining length. */
  aside?: ReactNode;
  /** Why sending is blocked, in words: never disable it without a reason. */
  sendBlockedReason?: ReactNode;
  /** Photo and gift buttons, left of the field. */
  tools?: ReactNode;
  /** Between the field and the button: emoji. */
  inside?: ReactNode;
  /** Inside the box, above the field: the quoted message, pictures to send. */
  above?: ReactNode;
  ref?: Ref<HTMLTextAreaElement> | undefined;
}

/**
 * Text lengths from which the field has its own line above the buttons, by the width of the composer. At most 15 rem
 * wide, as on a phone with doubled text size, the buttons leave no room beside them at any length.
 */
const OWN_LINE = [
  { letters: 60, row: 'flex-wrap', field: 'order-first basis-full' },
  { letters: 24, row: '@max-[40rem]:flex-wrap', field: '@max-[40rem]:order-first @max-[40rem]:basis-full' },
  { letters: 14, row: '@max-narrow:flex-wrap', field: '@max-narrow:order-first @max-narrow:basis-full' },
  { letters: -1, row: '@max-[15rem]:flex-wrap', field: '@max-[15rem]:order-first @max-[15rem]:basis-full' },
] as const;

/**
 * The message field, with the price on its button. It never shortens the text. Grows to six lines, or to fewer if the
 * keyboard of a phone leaves little room for the messages.
 */
export function Composer(props: ComposerProps) {
  const { label, placeholder, value, onChange, onSend, sendLabel, note, sendBlockedReason, tools, onEscape } =
    props;
  const ownLine = OWN_LINE.find(({ letters }) => value.length > letters || value.includes('\n'));
  const canSend = !sendBlockedReason && !props.isBlank;
  const send = () => {
    if (canSend) onSend();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isEscape = event.key === 'Escape' && !isOfInputMethod(event.nativeEvent);
    const run = isSendKey(event) ? send : isEscape ? onEscape : undefined;
    if (!run) return;
    event.preventDefault();
    run();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      className="@container mx-auto w-full max-w-chat px-3 pt-2 pb-3 sm:px-4"
    >
      <div className="rounded-[24px] border border-edge bg-card p-1.5 transition-colors focus-within:border-ink">
        {props.above}
        <div className={classNames('flex items-end gap-1', ownLine?.row)}>
          {tools}
          <div
            className={classNames(
              'grow-box max-h-[min(6lh+20px,30dvh)] min-w-0 grow [--field-padding:10px]',
              ownLine?.field,
            )}
            data-text={value}
          >
            <textarea
              ref={props.ref}
              rows={1}
              aria-label={label}
              placeholder={placeholder}
              value={value}
              enterKeyHint="enter"
              onChange={(event) => onChange(event.target.value)}
              onBlur={props.onBlur}
              onKeyDown={onKeyDown}
              className="w-full resize-none bg-transparent px-2.5 py-2.5 text-md outline-none placeholder-shown:overflow-hidden placeholder-shown:text-ellipsis placeholder:whitespace-nowrap sm:text-base"
            />
          </div>
          {props.inside}
          <button
            type="submit"
            aria-disabled={!canSend}
            className={classNames(
              buttonClass('primary'),
              'ml-auto rounded-full! px-4! whitespace-nowrap @max-[15rem]:[&_svg]:hidden',
            )}
          >
            <span className="max-sm:sr-only">{sendLabel}</span>
            {props.sendShortLabel && (
              <span className="text-sm sm:hidden" aria-hidden>
                {props.sendShortLabel}
              </span>
            )}
            <SendHorizontal className="size-5" aria-hidden />
          </button>
        </div>
      </div>
      <div className="flex min-h-5.5 px-3 pt-1.5 text-xs text-ink-2">
        {/* A long reason in large letters scrolls, to leave room for the messages. Its links keep the space around them. */}
        <div
          className="-mx-3 -mt-1.5 -mb-3 max-h-[max(3lh,15dvh)] min-w-0 grow overflow-y-auto px-3 pt-1.5 pb-3"
          aria-live="polite"
        >
          <div className="overflow-clip [overflow-clip-margin:12px]">{sendBlockedReason ?? note}</div>
        </div>
        {props.aside}
      </div>
    </form>
  );
}
