import { queryOptions } from '@tanstack/react-query';
import { queryClient } from '../../../client/query.ts';

/**
 * Translation by the browser itself (the Translator interface of Chrome and Edge). Messages stay on the operator's
 * device, and no service gets them.
 */
interface BrowserTranslator {
  translate(text: string): Promise<string>;
}

interface TranslatorInterface {
  availability(pair: Pair): Promise<'unavailable' | 'downloadable' | 'downloading' | 'available'>;
  create(pair: Pair): Promise<BrowserTranslator>;
}

interface Pair {
  sourceLanguage: string;
  targetLanguage: string;
}

/** The languages of a translation. */
export interface LanguagePair {
  /** Language of the member. */
  from: string;
  /** Language of the page. */
  to: string;
}

/** `offered`: the browser must first download the languages, which it does only after a press. */
type TranslatorState = 'unavailable' | 'offered' | 'loading' | BrowserTranslator;

/** The translator once it is ready. */
export const isReady = (state: TranslatorState | undefined): state is BrowserTranslator =>
  typeof state === 'object';

const pairOf = ({ from, to }: LanguagePair): Pair => ({ sourceLanguage: from, targetLanguage: to });

const interfaceOf = () => (globalThis as { Translator?: TranslatorInterface }).Translator;

/** The translator of this browser for a pair of languages, or why there is none. */
export const translatorQuery = (languages: LanguagePair) =>
  queryOptions({
    queryKey: ['translator', languages.from, languages.to],
    queryFn: async (): Promise<TranslatorState> => {
      const translator = interfaceOf();
      if (!translator) return 'unavailable';
      try {
        const found = await translator.availability(pairOf(languages));
        if (found === 'available') return await translator.create(pairOf(languages));
        return found === 'unavailable' ? 'unavailable' : 'offered';
      } catch {
        return 'unavailable';
      }
    },
    enabled: languages.from !== languages.to,
    staleTime: Number.POSITIVE_INFINITY,
    // A translator is an object of the browser.
    structuralSharing: false,
  });

/** Downloads the languages after a press. A failed download is offered again. */
export function makeTranslator(languages: LanguagePair): void {
  const { queryKey } = translatorQuery(languages);
  const set = (state: TranslatorState) => queryClient.setQueryData(queryKey, state);
  set('loading');
  interfaceOf()
    ?.create(pairOf(languages))
    .then(set, () => set('offered'));
}

/** The translation of a text; an empty one if the browser fails. */
export const translationQuery = (languages: LanguagePair, text: string) =>
  queryOptions({
    queryKey: ['translation', languages.from, languages.to, text],
    queryFn: async () => {
      const translator = queryClient.getQueryData(translatorQuery(languages).queryKey);
      if (!isReady(translator)) return '';
      return translator.translate(text).catch(() => '');
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
