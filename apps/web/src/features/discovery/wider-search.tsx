import type { Wider, WiderStep } from '@heartline/contracts';
import { Button } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { type MemberSearch, parseMemberSearch } from './member-search.ts';
import { useSearchWords } from './use-search-words.ts';

interface WidenButtonProps {
  search: MemberSearch;
  wider: NonNullable<Wider>;
  onSearch: (search: MemberSearch) => void;
  isPrimary?: boolean;
}

/** Searches wider by one step. It says what it lets go of, and how many more people that finds. */
export function WidenButton({ search, wider, onSearch, isPrimary = false }: WidenButtonProps) {
  const { t } = useLingui();
  const { step, more } = wider;
  const next = parseMemberSearch({ ...wider.search });
  const words = useStepWords(search, next)[step];
  return (
    <Button variant={isPrimary ? 'primary' : 'quiet'} onPress={() => onSearch(next)}>
      {t`${words} (${more} more)`}
    </Button>
  );
}

/** The words for each step of a wider search. A step may come together with those before it. */
function useStepWords(search: MemberSearch, next: MemberSearch): Record<WiderStep, string> {
  const { t } = useLingui();
  const { ages = '' } = useSearchWords(next);
  const hasOtherAges = search.min_age !== next.min_age || search.max_age !== next.max_age;
  const isElsewhere = search.country !== next.country;
  const withAges = (words: string) => (hasOtherAges && ages ? `${words}, ${ages}` : words);
  return {
    country: withAges(t`Look in the whole country`),
    ages: t`Look at ages ${ages}`,
    neighbours: withAges(t`Look in countries with the same language`),
    everywhere: withAges(t`Look in all countries`),
    details: isElsewhere
      ? t`Look in all countries without the extra filters`
      : t`Look without the extra filters`,
    any_age: isElsewhere ? t`Look in all countries, at any age` : t`Look at any age`,
  };
}
