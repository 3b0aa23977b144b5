import type { Quote } from '@heartline/contracts';
import { useLingui } from '@lingui/react/macro';
import { useRowTabIndex } from '../row-stop.ts';
import { QuoteLines } from './quote-lines.tsx';

interface MessageQuoteProps {
  quote: Quote;
  /** Name of the quoted author; null for an own message. */
  author: string | null;
  /** Shows the quoted message; undefined if it can't be shown. */
  onJump?: ((seq: number) => void) | undefined;
}

/** Shown at the top of a message: the message it answers, as a button that leads there. */
export function MessageQuote({ quote, author, onJump }: MessageQuoteProps) {
  const { t } = useLingui();
  const tabIndex = useRowTabIndex();
  if (!onJump || quote.gone) {
    return (
      <span className="mb-1.5 block">
        <QuoteLines quote={quote} author={author} />
      </span>
    );
  }
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      className="target relative mb-1.5 block max-w-full rounded-sm text-left whitespace-normal"
      onClick={() => onJump(quote.seq)}
    >
      <span className="sr-only">{t`Show original message:`} </span>
      <QuoteLines quote={quote} author={author} />
    </button>
  );
}
