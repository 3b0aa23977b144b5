import { type Finding, note, well } from './finding.ts';

/** Says which of the site’s texts no operator has reviewed: they bind the site as if its operator had written them. */
export function lookAtPages(unreviewed: readonly string[]): Finding {
  if (unreviewed.length === 0) return well('page texts', 'reviewed');
  return {
    ...note('page texts', `default, not reviewed: ${unreviewed.join(', ')}`),
    fix: 'read them, then accept or replace each: npm run admin -- pages list',
  };
}
