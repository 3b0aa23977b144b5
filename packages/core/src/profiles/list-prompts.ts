import { LOCALES, type Locale, type OwnPrompt, type Prompt, type PromptList } from '@heartline/contracts';
import { sitePrompts } from '@heartline/domain';
import { PROMPT_TEXTS } from '@heartline/i18n';
import { serverText } from '@heartline/i18n/server';
import type { ProfilesContext } from './profiles-context.ts';

/** The prompts of a site in its order, in one language. */
export function listPrompts(list: PromptList, locale: Locale): { key: string; question: string }[] {
  return [...sitePrompts(list)].map(([key, own]) => ({ key, question: questionOf(key, own, locale) }));
}

/** The questions of the member's site by name, in the member's language. */
export async function questionsFor(context: ProfilesContext, member: string): Promise<Map<string, string>> {
  const row = await context.profiles.get(member);
  if (!row) return new Map();
  const { privately } = await context.site.settingsOf(row.site);
  const listed = listPrompts(privately.profile_prompts, row.language as Locale);
  return new Map(listed.map(({ key, question }) => [key, question]));
}

/** True if others can now read this answer. */
export async function isAnswerShown(
  context: ProfilesContext,
  member: string,
  prompt: string,
): Promise<boolean> {
  const row = await context.profiles.get(member);
  if (!row?.prompts?.some(({ key }) => key === prompt)) return false;
  const { settings, privately } = await context.site.settingsOf(row.site);
  const isListed = sitePrompts(privately.profile_prompts).has(prompt);
  return isListed && settings.visible_profile_fields.includes('prompts');
}

/** An operator may leave languages out: English then stands in, or the first language there is. */
function questionOf(key: string, own: OwnPrompt['questions'] | undefined, locale: Locale): string {
  if (!own) return serverText(locale, PROMPT_TEXTS[key as Prompt]);
  return [locale, ...LOCALES].map((one) => own[one]).find((words) => words !== undefined) ?? key;
}
