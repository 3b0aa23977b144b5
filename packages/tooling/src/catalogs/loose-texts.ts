import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';

/** Sources with texts that members read. Tests are skipped below; the gallery of components is not shipped. */
const SOURCES = ['apps/web/src/**/*.{ts,tsx}', 'packages/ui/src/**/*.{ts,tsx}'];

/** Elements of Lingui's macros. Lingui extracts their text into the catalogs. */
const MACROS = new Set(['Trans', 'Plural', 'Select', 'SelectOrdinal']);

/** Properties and attributes that are shown on the screen or read out. */
const SHOWN = new Set([
  'alt',
  'aria-label',
  'aria-description',
  'closeLabel',
  'description',
  'dismissLabel',
  'errorMessage',
  'label',
  'placeholder',
  'title',
]);

/** A word, as opposed to a sign, a number, a key or a class name. */
const WORD = /\p{L}{2,}/u;

/**
 * Finds texts of the screens that are not in the catalogs. Each is `file:line says "…"`. It looks at:
 * - text between tags and in braces;
 * - values of properties that are shown or read out (`label`, `aria-label`, `title` …).
 * @param folder of the repository
 */
export async function findLooseTexts(folder: string): Promise<{ files: number; problems: string[] }> {
  const problems: string[] = [];
  let files = 0;
  for await (const file of glob(SOURCES, { cwd: folder })) {
    if (/\.test\.tsx?$/.test(file)) continue;
    files += 1;
    const found = looseTextsOf(await readFile(join(folder, file), 'utf8'), file);
    problems.push(
      ...found.map(({ line, text }) => `${file}:${line} says ${JSON.stringify(text)} outside the catalogs`),
    );
  }
  return { files, problems: problems.sort() };
}

/** Loose words of one source. */
export function looseTextsOf(source: string, fileName: string): { line: number; text: string }[] {
  const file = ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, true);
  const found: { line: number; text: string }[] = [];
  const note = (node: ts.Node, text: string) => {
    const words = text.replace(/\s+/g, ' ').trim();
    if (!WORD.test(words.replace(/&\w+;/g, ''))) return;
    found.push({ line: file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1, text: words });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isJsxElement(node) && MACROS.has(node.openingElement.tagName.getText(file))) return;
    if (ts.isJsxText(node)) note(node, node.text);
    else if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent)) noteTexts(node.expression, note);
    else if (isShown(node, file)) noteTexts(valueOf(node), note);
    node.forEachChild(visit);
  };
  visit(file);
  return found;
}

function isShown(node: ts.Node, file: ts.SourceFile): node is ts.JsxAttribute | ts.PropertyAssignment {
  if (!ts.isJsxAttribute(node) && !ts.isPropertyAssignment(node)) return false;
  return SHOWN.has(node.name.getText(file).replace(/['"]/g, ''));
}

function valueOf(node: ts.JsxAttribute | ts.PropertyAssignment): ts.Node | undefined {
  const { initializer } = node;
  return initializer && ts.isJsxExpression(initializer) ? initializer.expression : initializer;
}

/** Notes each text that an expression can have as its value. */
function noteTexts(value: ts.Node | undefined, note: (node: ts.Node, text: string) => void): void {
  if (!value) return;
  if (ts.isStringLiteralLike(value)) note(value, value.text);
  else if (ts.isTemplateExpression(value)) {
    note(value, [value.head.text, ...value.templateSpans.map(({ literal }) => literal.text)].join(' '));
  } else if (ts.isConditionalExpression(value)) {
    noteTexts(value.whenTrue, note);
    noteTexts(value.whenFalse, note);
  } else if (ts.isBinaryExpression(value)) {
    noteTexts(value.right, note);
  }
}
