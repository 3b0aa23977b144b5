import {
  type FieldError,
  type OwnPrompt,
  PROMPT_ANSWER_LENGTH,
  PROMPTS,
  type PromptAnswer,
  type PromptList,
} from '@heartline/contracts';
import { messageLength } from './messaging.ts';
import { cleanAbout } from './profiles.ts';

/**
 * The prompts of a site by name, in its order. The value has the operator's questions; the product's own prompts have
 * none, since the language catalogs hold theirs.
 */
export function sitePrompts(list: PromptList): Map<string, OwnPrompt['questions'] | undefined> {
  const prompts = new Map<string, OwnPrompt['questions'] | undefined>();
  for (const entry of list) {
    if (entry === '*') for (const key of PROMPTS) prompts.set(key, undefined);
    else if (typeof entry === 'string') prompts.set(entry, undefined);
    else prompts.set(entry.key, entry.questions);
  }
  return prompts;
}

/** An answer as it is stored: by the rules of "about me", in one line; null if blank. */
export function cleanAnswer(text: string): string | null {
  return cleanAbout(text)?.replace(/\s*\n\s*/g, ' ') ?? null;
}

/** The answers as they are stored. Blank ones are left out. */
export function cleanAnswers(answers: readonly PromptAnswer[]): PromptAnswer[] {
  return answers.flatMap(({ key, answer }) => {
    const clean = cleanAnswer(answer);
    return clean === null ? [] : [{ key, answer: clean }];
  });
}

/**
 * The fault of these answers, if any: a prompt twice, one that is not in `known`, or too long an answer.
 * `known` are the prompts of the site and those that the member answered before the site withdrew them.
 */
export function checkAnswers(
  answers: readonly PromptAnswer[],
  known: ReadonlySet<string>,
): FieldError | undefined {
  const keys = new Set(answers.map(({ key }) => key));
  if (keys.size < answers.length || [...keys].some((key) => !known.has(key))) return 'INVALID';
  return answers.some(({ answer }) => promptAnswerLength(cleanAnswer(answer) ?? '') > PROMPT_ANSWER_LENGTH)
    ? 'TOO_LONG'
    : undefined;
}

/** Length of an answer in characters, as its limit counts them. */
export function promptAnswerLength(text: string): number {
  return messageLength(text, PROMPT_ANSWER_LENGTH);
}
