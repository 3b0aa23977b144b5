import type { Quote } from '@heartline/contracts';
import { useLingui } from '@lingui/react/macro';
import { useGoneWords } from './gone-line.tsx';
import { PreviewWords } from './preview-words.tsx';

/** Author and beginning of the quoted message, or why it is gone. */
export function QuoteLines({ quote, author }: { quote: Quote; author: string | null }) {
  const { t } = useLingui();
  const gone = useGoneWords();
  return (
    <span className="block border-l-2 border-current/60 pl-2.5 text-sm">
      <span className="block truncate font-semibold">{author ?? t`You`}</span>
      <span dir="auto" className={`line-clamp-2 ${quote.gone ? 'italic' : ''}`}>
        {quote.gone ? (
          gone(quote.gone, quote.kind, author)
        ) : (
          <PreviewWords kind={quote.kind} text={quote.text} />
        )}
      </span>
    </span>
  );
}
