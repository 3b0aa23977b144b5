import { PROMPTS } from '@heartline/contracts';
import { describe, expect, it } from 'vitest';
import {
  checkAnswers,
  cleanAnswer,
  cleanAnswers,
  promptAnswerLength,
  sitePrompts,
} from './profiles.prompts.ts';

describe('prompts of a site', () => {
  it('are the list of the product by default', () => {
    expect([...sitePrompts(['*']).keys()]).toEqual([...PROMPTS]);
  });

  it('can be replaced, extended and reworded by an operator', () => {
    const mine = { key: 'my_town', questions: { en: 'Best bar in town' } };
    expect([...sitePrompts(['together', mine])]).toEqual([
      ['together', undefined],
      ['my_town', mine.questions],
    ]);
    const worded = { key: PROMPTS[0], questions: { de: 'Anders' } };
    const all = sitePrompts(['*', mine, worded]);
    expect([...all.keys()]).toEqual([...PROMPTS, 'my_town']);
    expect(all.get(PROMPTS[0])).toEqual(worded.questions);
  });
});

describe('answers', () => {
  const known = new Set(['together', 'bad_at']);
  const answered = (answer: string, key = 'together') => ({ key, answer });

  it('are cleaned like "about me", and in one line', () => {
    expect(cleanAnswer(' A boat.\r\n\n\n And\ta \u202Eplan.\u0007 ')).toBe('A boat. And a plan.');
    expect(cleanAnswer('\u2800 \n')).toBeNull();
  });

  it('leave out blank ones', () => {
    expect(cleanAnswers([answered('  '), answered('Tea', 'bad_at')])).toEqual([answered('Tea', 'bad_at')]);
  });

  it.each([
    ['150 letters', 'x'.repeat(150), undefined],
    ['151 letters', 'x'.repeat(151), 'TOO_LONG'],
    ['150 letters and spaces around them', `  ${'x'.repeat(150)}\n`, undefined],
    ['150 families', '👨‍👩‍👧‍👦'.repeat(150), undefined],
    ['151 families', '👨‍👩‍👧‍👦'.repeat(151), 'TOO_LONG'],
  ])('of %s: %s', (_what, answer, error) => {
    expect(checkAnswers([answered(answer)], known)).toBe(error);
  });

  it('need a known prompt, each once', () => {
    expect(checkAnswers([answered('a'), answered('b', 'bad_at')], known)).toBeUndefined();
    expect(checkAnswers([answered('a', 'unheard_of')], known)).toBe('INVALID');
    expect(checkAnswers([answered('a'), answered('b')], known)).toBe('INVALID');
  });

  it('count characters as people do', () => {
    expect(promptAnswerLength('e\u0301👍🏽')).toBe(2);
  });
});
