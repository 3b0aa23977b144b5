import type { Quote } from '@heartline/contracts';
import { IconButton } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { QuoteLines } from '../content/quote-lines.tsx';

interface ReplyStripProps {
  quote: Quote;
  /** Name of who wrote it; null for an own message. */
  author: string | null;
  onEnd: () => void;
}

/** Over the field: the message that is being answered, with the way out. */
export function ReplyStrip({ quote, author, onEnd }: ReplyStripProps) {
  const { t } = useLingui();
  return (
    <div
      className="flex animate-rise items-center gap-2 pb-1 pl-2.5"
      role="group"
      aria-label={t`You are replying to`}
    >
      <div className="min-w-0 grow">
        <QuoteLines quote={quote} author={author} />
      </div>
      <IconButton label={t`Don’t reply to this message`} onPress={onEnd}>
        <X className="size-4.5" aria-hidden />
      </IconButton>
    </div>
  );
}
