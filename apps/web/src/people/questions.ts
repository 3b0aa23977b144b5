import { getPrompts } from '@heartline/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../client/api.ts';
import { useLocale } from '../client/language.ts';
import { keys } from '../client/query.ts';

/** The prompts of the site in its order, in the language of the page. */
const promptsQuery = (locale: string) =>
  queryOptions({
    queryKey: keys.prompts(locale),
    queryFn: async ({ signal }) => (await call(getPrompts, {}, { signal })).prompts,
    staleTime: 600_000,
  });

/** The question of each prompt, by its name. `isKnown` is false until they have arrived. */
export function useQuestions(isNeeded = true): {
  questions: ReadonlyMap<string, string>;
  isKnown: boolean;
} {
  const { data } = useQuery({ ...promptsQuery(useLocale()), enabled: isNeeded });
  return {
    questions: new Map(data?.map(({ key, question }) => [key, question])),
    isKnown: data !== undefined,
  };
}
