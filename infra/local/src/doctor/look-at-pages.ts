import type { UnreviewedPage } from '@heartline/core';
import { type Finding, note, well } from './finding.ts';

/** Says which of the site’s texts no operator has reviewed: they bind the site as if its operator had written them. */
export function lookAtPages(unreviewed: readonly UnreviewedPage[]): Finding {
  if (unreviewed.length === 0) return well('page texts', 'reviewed');
  const slugs = new Map<string, string[]>();
  for (const { slug, locales } of unreviewed) {
    const languages = locales.join(', ');
    slugs.set(languages, [...(slugs.get(languages) ?? []), slug]);
  }
  const named = [...slugs].map(([languages, names]) => `${names.join(', ')} (${languages})`);
  return {
    ...note('page texts', `default, not reviewed: ${named.join('; ')}`),
    fix: 'read them, then accept or replace each: npm run admin -- pages list',
  };
}
