import { useLingui } from '@lingui/react/macro';
import type { MemberSearch } from './member-search.ts';
import { useSearchWords } from './use-search-words.ts';

/** The search in one line: "Women, 28–48, Bavaria". */
export function SearchSummary({ search }: { search: MemberSearch }) {
  const { t } = useLingui();
  const { gender = t`Everyone`, ages, country, region } = useSearchWords(search);
  const place = region ?? country;
  const places = place && search.neighbours ? t`${place} and countries with the same language` : place;
  return <>{[gender, ages, places].filter(Boolean).join(', ')}</>;
}
