import { LOCALES, type Locale, type OwnPrompt, type Prompt, type PromptList } from '@heartline/contracts';
import { sitePrompts } from '@heartline/domain';
import { PROMPT_TEXTS } from '@heartline/i18n';
import { serverText } from '@heartline/i18n/server';

/** The prompts of a site in its order, in one language. */
export function listPrompts(list: PromptList, locale: Locale): { key: string; question: string }[] {
  return [...sitePrompts(list)].map(([key, own]) => ({ key, question: questionOf(key, own, locale) }));
}

/** An operator may leave languages out: English then stands in, or the first language there is. */
function questionOf(key: string, own: OwnPrompt['questions'] | undefined, locale: Locale): string {
  if (!own) return serverText(locale, PROMPT_TEXTS[key as Prompt]);
  return [locale, ...LOCALES].map((one) => own[one]).find((words) => words !== undefined) ?? key;
}
