import * as z from 'zod/mini';
import { defineCall } from './define.ts';
import { type Locale, nothing, text } from './shapes.ts';

/** Prompts of a profile: questions of the site that a member answers in a line or two. */

/** The product's own prompts; `PROMPT_TEXTS` of the language catalogs has their words. */
export const PROMPTS = [
  'simple_pleasures',
  'perfect_sunday',
  'green_flag',
  'makes_me_laugh',
  'unpopular_opinion',
  'never_say_no',
  'two_truths',
  'talk_for_hours',
  'first_round',
  'together',
  'best_dish',
  'travel_story',
  'hidden_talent',
  'sing_along',
  'last_learned',
  'kindest_thing',
  'my_place',
  'quietly_proud',
  'win_me_over',
  'get_along',
  'first_date',
  'tradition',
  'bad_at',
  'next_on_my_list',
] as const;
export type Prompt = (typeof PROMPTS)[number];

/** Most prompts that a member answers. */
export const PROMPTS_LIMIT = 3;
/** Most characters of an answer, as people count them (`messageLength`). */
export const PROMPT_ANSWER_LENGTH = 150;
/** Most code units of an answer: the longest that its characters can take. */
const ANSWER_UNITS = 16 * PROMPT_ANSWER_LENGTH;

/** The name of a prompt. It never changes, since profiles and likes hold it. */
export const promptKey = z.string().check(z.regex(/^[a-z0-9][a-z0-9_]{0,39}$/));

const question = text(80).check(z.minLength(1));

/** A prompt of an operator: its question in the languages of the site. */
export const ownPrompt = z.strictObject({
  key: promptKey,
  questions: z
    .strictObject({
      en: z.optional(question),
      nl: z.optional(question),
      de: z.optional(question),
      es: z.optional(question),
      fr: z.optional(question),
      it: z.optional(question),
      pl: z.optional(question),
    } satisfies Record<Locale, unknown>)
    .check(z.refine((questions) => Object.values(questions).some((words) => words !== undefined))),
});
export type OwnPrompt = z.infer<typeof ownPrompt>;

/**
 * The prompts of a site in their order: names of the product's own, `*` for all of these, and the operator's. Of two
 * with one name the later one counts.
 */
export const promptList = z
  .array(z.union([z.literal('*'), z.enum(PROMPTS), ownPrompt]))
  .check(z.maxLength(200));
export type PromptList = z.infer<typeof promptList>;

/** An answered prompt. Its question is in `GET /api/prompts.php`. */
export const promptAnswer = z.strictObject({
  /** Name of the prompt. */
  key: promptKey,
  /** The member’s words, as plain text. */
  answer: z.string(),
});
export type PromptAnswer = z.infer<typeof promptAnswer>;

/** The answers of a member in their order, as a change gives them. */
export const promptAnswers = z
  .array(
    z.strictObject({
      /** Name of the prompt. */
      key: promptKey,
      /** The member’s words; a blank answer is left out. */
      answer: text(ANSWER_UNITS),
    }),
  )
  .check(z.maxLength(PROMPTS_LIMIT));

export const getPrompts = defineCall({
  name: 'getPrompts',
  feature: 'profiles',
  summary: 'The prompts of this site in its order, in the language of the caller.',
  access: 'public',
  method: 'GET',
  path: '/api/prompts.php',
  input: nothing,
  output: z.strictObject({
    /** The prompts a member can answer. */
    prompts: z.array(
      z.strictObject({
        /** Name of the prompt. */
        key: promptKey,
        /** The question in the caller’s language. */
        question: z.string(),
      }),
    ),
  }),
  refusals: [],
  limit: 'read',
});
