/** Names of the rules, as printed. */
export type Rule = 'sentence-length' | 'clause-first' | 'comment-length' | 'title-length' | 'home-made-term';

/** One place of a file that breaks a rule. `line` counts from 1. */
export type Finding = { rule: Rule; line: number; text: string };

/** A finding as printed: `path:line: rule: the first words`. */
export function formatFinding(path: string, { rule, line, text }: Finding): string {
  const words = text.replace(/\s+/g, ' ').trim();
  return `${path}:${line}: ${rule}: ${words.length > 90 ? `${words.slice(0, 89)}…` : words}`;
}
