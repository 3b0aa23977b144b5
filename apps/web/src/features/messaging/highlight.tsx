import { findTerms } from '@heartline/domain';
import { createContext, use } from 'react';

/** Search terms to highlight in the open conversation. */
const TermsContext = createContext<readonly string[]>([]);

export const HighlightedTerms = TermsContext.Provider;

/** Text with its search terms highlighted: those of the conversation unless `terms` is given. */
export function Highlighted({ text, terms: given }: { text: string; terms?: readonly string[] }) {
  const around = use(TermsContext);
  const terms = given ?? around;
  // Search each term alone, because text between two links need not contain all of them.
  const places = terms.flatMap((term) => findTerms(text, [term]) ?? []).toSorted((a, b) => a[0] - b[0]);
  if (places.length === 0) return text;
  const parts = [];
  let at = 0;
  for (const [start, end] of places) {
    if (start < at) continue;
    parts.push(text.slice(at, start));
    parts.push(
      // The negative margin removes the gap that the padding would open within a word.
      <mark key={start} className="-mx-0.5 rounded-sm bg-amber-soft px-0.5 text-ink">
        {text.slice(start, end)}
      </mark>,
    );
    at = end;
  }
  parts.push(text.slice(at));
  return parts;
}
