import type { HTMLAttributes, ReactNode, Ref } from 'react';
import { classNames } from '../class-names.ts';

export interface BubbleProps {
  children: ReactNode;
  isOwn: boolean;
  /** Position in a run of one sender: inner corners are tight. */
  position?: 'single' | 'first' | 'middle' | 'last' | undefined;
  /** Time and ticks; pass it for the last message of a run. */
  meta?: ReactNode;
  /** Beside the bubble, towards the middle: the button of its menu. */
  aside?: ReactNode;
  /** Below the bubble, overlapping its edge: reactions. */
  foot?: ReactNode;
  /** Text without a bubble, such as a few large emoji. */
  isBare?: boolean | undefined;
  /** Not sent: shown in the error colours, with `failedNote` below. */
  isFailed?: boolean | undefined;
  /** Read to screen readers first, because they cannot see the side of a bubble. */
  lead?: ReactNode;
  /** Id of the content, for elements that describe the message by it. */
  contentId?: string | undefined;
  /** Text and a retry button after a failure. */
  failedNote?: ReactNode;
  /** A picture or a gift: no padding, clipped to the corners. */
  isMedia?: boolean | undefined;
  /** Language of the text, if known. */
  lang?: string | undefined;
  /** `div` if each message stands alone, as in a virtual list. Default `li`. */
  as?: 'li' | 'div' | undefined;
  /** Attributes of the whole message, from edge to edge: its gestures and marks. */
  around?: (HTMLAttributes<HTMLElement> & { ref?: Ref<never>; 'data-menu'?: string }) | undefined;
}

const ownCorners = { single: '', first: 'rounded-br-sm', middle: 'rounded-r-sm', last: 'rounded-tr-sm' };
const theirCorners = { single: '', first: 'rounded-bl-sm', middle: 'rounded-l-sm', last: 'rounded-tl-sm' };

/** One message. Own ones in pulse on the right, others on card on the left; an `li` of a `MessageRun`. */
export function Bubble(props: BubbleProps) {
  const { children, isOwn, position = 'single', meta, failedNote, lang } = props;
  const Item = props.as ?? 'li';
  return (
    <Item
      {...props.around}
      className={classNames('flex flex-col', isOwn ? 'items-end' : 'items-start', props.around?.className)}
    >
      <div className={classNames('flex w-full items-center gap-0.5', isOwn && 'flex-row-reverse')}>
        {props.lead}
        <div
          lang={lang}
          dir="auto"
          id={props.contentId}
          data-bubble
          className={classNames(
            'max-w-[min(78%,520px)] rounded-card text-base whitespace-pre-wrap [overflow-wrap:anywhere]',
            looksOf(props),
            isOwn ? ownCorners[position] : theirCorners[position],
          )}
        >
          {children}
        </div>
        {props.aside}
      </div>
      {props.foot}
      {failedNote}
      {meta && <div className="mt-1 flex items-center gap-1 px-1 text-xs text-ink-2">{meta}</div>}
    </Item>
  );
}

function looksOf({ isOwn, isFailed, isMedia, isBare }: BubbleProps): string {
  if (isBare && !isFailed) return 'py-1';
  const room = isMedia ? 'overflow-hidden' : 'px-3.5 py-2';
  if (isFailed) return `${room} border border-danger bg-danger-soft text-ink`;
  return `${room} ${isOwn ? 'bg-pulse text-on-pulse forced-colors:border' : 'border border-line bg-card text-ink'}`;
}

/** Consecutive messages of one sender. */
export function MessageRun({ children, className }: { children: ReactNode; className?: string }) {
  return <ol className={classNames('grid grid-cols-1 gap-0.5', className)}>{children}</ol>;
}

/** The date between messages of two days, on a line. */
export function DayLine({ children }: { children: ReactNode }) {
  return (
    <div className="my-5 flex items-center gap-4 text-xs font-medium text-ink-2">
      <span className="h-px grow bg-line" />
      <span>{children}</span>
      <span className="h-px grow bg-line" />
    </div>
  );
}

/** Three dots while the other member types. The label is announced once. */
export function TypingDots({ label }: { label: string }) {
  return (
    <div
      role="status"
      className="flex h-9 w-fit items-center gap-1 rounded-card border border-line bg-card px-4"
    >
      <span className="sr-only">{label}</span>
      {[0, 1, 2].map((index) => (
        <span
          key={index}
          className="size-1.5 animate-typing rounded-full bg-ink-2 forced-colors:bg-[CanvasText]"
          style={{ animationDelay: `${index * 140}ms` }}
          aria-hidden
        />
      ))}
    </div>
  );
}
