import type { Quote } from '@heartline/contracts';
import { useLingui } from '@lingui/react/macro';
import { useGoneText } from './gone-line.tsx';
import { PreviewText } from './preview-text.tsx';

/** Author and beginning of the quoted message, or why it is gone. */
export function QuoteLines({ quote, author }: { quote: Quote; author: string | null }) {
  const { t } = useLingui();
  const gone = useGoneText();
  return (
    <span className="block border-l-2 border-current/60 pl-2.5 text-sm">
      <span className="block truncate font-semibold">{author ?? t`You`}</span>
      <span dir="auto" className={`line-clamp-2 ${quote.gone ? 'italic' : ''}`}>
        {quote.gone ? (
          gone(quote.gone, quote.kind, author)
        ) : (
          <PreviewText kind={quote.kind} text={quote.text} />
        )}
      </span>
    </span>
  );
}
