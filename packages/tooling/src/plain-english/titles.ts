import ts from 'typescript';
import { textOf, wordsOf } from '../spec/test-titles.ts';
import type { Finding } from './findings.ts';

const MAX_TITLE = 80;
const TEST_WORDS = new Set(['it', 'test', 'describe', 'suite']);

/** Row ids in brackets at the end of a title: `[S4-012, F22]`, `(M3)`. */
const ROW_IDS = /(?:\s*[[(](?:[A-Z]\d+(?:-\d{3})?[,;\s]*)+[\])])+$/;

/** Titles of tests that are longer than 80 characters. Row ids in brackets at the end do not count. */
export function checkTitles(file: ts.SourceFile): Finding[] {
  const findings: Finding[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.arguments.length > 1) {
      const title = TEST_WORDS.has(wordsOf(node.expression)[0] ?? '') ? textOf(node.arguments[0]) : '';
      const { length } = title.replace(ROW_IDS, '');
      const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
      if (length > MAX_TITLE)
        findings.push({ rule: 'title-length', line, text: `${length} characters: ${title}` });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return findings;
}
