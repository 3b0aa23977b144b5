import type { Comment } from './comments.ts';
import type { Finding } from './findings.ts';
import { readProse, type Sentence } from './sentences.ts';

const MAX_WORDS = 25;
const MAX_SENTENCES = 3;

/** Words that make a clause the subject of its sentence, and words for a system part that has a name. */
const CLAUSE_FIRST =
  /^["'“(]*(?:who|whom|whose|whoever|what|whatever|where|wherever|which|whichever|how|however|whether|that which|those who|no one|nobody|somebody|someone)\b/i;

/** Findings of one comment: long sentences, sentences with a clause as their subject, more than three sentences. */
export function checkComment(comment: Comment): Finding[] {
  const { sentences, tagged, hasList } = readProse(comment);
  const findings = [
    ...[...sentences, ...tagged].filter(({ words }) => words > MAX_WORDS).map(longSentence),
    ...[...sentences, ...tagged.slice(1)].filter(isClauseFirst).map(clauseFirst),
  ];
  if (sentences.length > MAX_SENTENCES && !hasList) {
    const text = `${sentences.length} sentences: ${sentences[0]?.text ?? ''}`;
    findings.push({ rule: 'comment-length', line: comment.line, text });
  }
  return findings;
}

const longSentence = ({ line, text, words }: Sentence): Finding => ({
  rule: 'sentence-length',
  line,
  text: `${words} words: ${text}`,
});

const clauseFirst = ({ line, text }: Sentence): Finding => ({ rule: 'clause-first', line, text });

function isClauseFirst({ text }: Sentence): boolean {
  return CLAUSE_FIRST.test(text) && !/\?["'”)]*$/.test(text) && !/^however,/i.test(text);
}
