import type { Quote } from '@heartline/contracts';
import { IconButton } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { useMember } from '../../../client/session.ts';
import { QuoteLines } from '../content/quote-lines.tsx';
import { endReply, useReply } from '../reply.ts';
import { useSpoken } from '../use-spoken.tsx';

interface ReplyInput {
  conversation: string;
  /** Name of the other member. */
  name: string;
  field: RefObject<HTMLTextAreaElement | null>;
}

/**
 * The quoted message above the field while the member answers it; Escape in the field cancels it. Both changes are
 * announced to screen readers, and a new quote focuses the field.
 */
export function useReplyStrip({ conversation, name, field }: ReplyInput): {
  strip: ReactNode;
  onEscape: (() => void) | undefined;
} {
  const { t } = useLingui();
  const { id: me } = useMember();
  const quote = useReply(me, conversation);
  const { region, speak } = useSpoken();
  const author = quote?.sender === me ? null : name;
  const chosen = useEffectEvent((answered: Quote) => {
    field.current?.focus({ preventScroll: true });
    speak(
      <>
        {t`Replying to`} <QuoteLines quote={answered} author={author} />
      </>,
    );
  });
  // A quote restored with its draft must not open the keyboard of a phone.
  const last = useRef(quote);
  useEffect(() => {
    if (quote && quote !== last.current) chosen(quote);
    last.current = quote;
  }, [quote]);
  const end = () => {
    endReply(me, conversation);
    speak(t`Reply cancelled`);
  };
  const onCross = () => {
    end();
    // The button disappears. On a phone, focusing the field would open the keyboard.
    if (matchMedia('(pointer: fine)').matches) field.current?.focus();
  };
  const strip = (
    <>
      {region}
      {quote && <ReplyStrip quote={quote} author={author} onEnd={onCross} />}
    </>
  );
  return { strip, onEscape: quote && end };
}

interface ReplyStripProps {
  quote: Quote;
  /** Name of its author; null for an own message. */
  author: string | null;
  onEnd: () => void;
}

/** Shown above the field: the quoted message and a button to cancel. */
function ReplyStrip({ quote, author, onEnd }: ReplyStripProps) {
  const { t } = useLingui();
  return (
    <div
      className="flex animate-rise items-center gap-2 pb-1 pl-2.5"
      role="group"
      aria-label={t`Replying to`}
    >
      <div className="min-w-0 grow">
        <QuoteLines quote={quote} author={author} />
      </div>
      <IconButton label={t`Cancel reply`} onPress={onEnd}>
        <X className="size-4.5" aria-hidden />
      </IconButton>
    </div>
  );
}
