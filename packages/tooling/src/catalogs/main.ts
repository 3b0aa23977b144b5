import { join } from 'node:path';
import { repositoryRoot } from '../repository-root.ts';
import { checkCatalogs } from './check-catalogs.ts';
import { findLooseTexts } from './loose-texts.ts';

/**
 * `npm run i18n:check`: every text of the sources is in the catalogs of all seven languages.
 * No text of a screen is outside the catalogs.
 */
const LANGUAGES = ['de', 'en', 'es', 'fr', 'it', 'nl', 'pl'];

const folder = join(repositoryRoot, 'packages/i18n');
process.chdir(folder);
const { locales, messageCount, problems } = await checkCatalogs(folder);
if (locales.toSorted().join() !== LANGUAGES.join()) {
  problems.push(`lingui.config.ts names ${locales.join(', ')}; the product speaks ${LANGUAGES.join(', ')}.`);
}
if (messageCount === 0) problems.push('No text was found in the sources: the check itself is broken.');

const loose = await findLooseTexts(repositoryRoot);
problems.push(...loose.problems);
if (loose.files === 0) problems.push('No screen was found: the check itself is broken.');

for (const problem of problems) console.error(problem);
console.log(`catalogs: ${messageCount} texts in ${locales.length} languages, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
