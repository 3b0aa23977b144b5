import { findTerms } from '@heartline/domain';
import { createContext, use } from 'react';

/** Words somebody looks for in the open conversation: they stand out in its messages. */
const TermsContext = createContext<readonly string[]>([]);

export const HighlightedTerms = TermsContext.Provider;

/** A piece of text in which the words looked for stand out: those of the conversation, unless others are given. */
export function Highlighted({ text, terms: given }: { text: string; terms?: readonly string[] }) {
  const around = use(TermsContext);
  const terms = given ?? around;
  // Each word by itself: a piece between two links need not hold them all.
  const places = terms.flatMap((term) => findTerms(text, [term]) ?? []).toSorted((a, b) => a[0] - b[0]);
  if (places.length === 0) return text;
  const parts = [];
  let at = 0;
  for (const [start, end] of places) {
    if (start < at) continue;
    parts.push(text.slice(at, start));
    parts.push(
      // As wide as its letters: in the middle of a word no gap opens.
      <mark key={start} className="-mx-0.5 rounded-sm bg-amber-soft px-0.5 text-ink">
        {text.slice(start, end)}
      </mark>,
    );
    at = end;
  }
  parts.push(text.slice(at));
  return parts;
}
