import { checkComment } from './comment-rules.ts';
import { commentsOf, hashCommentsOf, parseSource } from './comments.ts';
import type { Finding } from './findings.ts';
import { checkDeclaredNames, checkPath } from './home-made-names.ts';
import { checkTitles } from './titles.ts';

/** All findings of one file of the repository, by line. `path` is relative to the repository. */
export function checkFile(path: string, source: string): Finding[] {
  return [...checkPath(path), ...checkContent(path, source)].toSorted((a, b) => a.line - b.line);
}

function checkContent(path: string, source: string): Finding[] {
  if (!/\.[cm]?[jt]sx?$/.test(path)) return hashCommentsOf(source).flatMap(checkComment);
  const file = parseSource(source, path);
  return [...commentsOf(file).flatMap(checkComment), ...checkTitles(file), ...checkDeclaredNames(file)];
}
