import ts from 'typescript';

/** A row id found in the title of a test that runs, with the line (from 1) it stands on. */
export type TitleId = { id: string; line: number };

const ROW_ID = /\bS\d+-\d{3}\b/g;
const TEST_WORDS = new Set(['it', 'test', 'describe', 'suite']);
const NOT_RUN = new Set(['skip', 'todo', 'skipIf', 'fails']);

/** `it.skip.each(table)` is `['it', 'skip', 'each']`; any other kind of expression is `[]`. */
export function wordsOf(callee: ts.Expression): string[] {
  if (ts.isIdentifier(callee)) return [callee.text];
  if (ts.isPropertyAccessExpression(callee)) return [...wordsOf(callee.expression), callee.name.text];
  if (ts.isCallExpression(callee)) return wordsOf(callee.expression);
  if (ts.isTaggedTemplateExpression(callee)) return wordsOf(callee.tag);
  return [];
}

/** The fixed text of a title: a string, or a template with its holes left out. */
export function textOf(title: ts.Expression | undefined): string {
  if (!title) return '';
  if (ts.isStringLiteralLike(title)) return title.text;
  if (ts.isTemplateExpression(title)) {
    return [title.head.text, ...title.templateSpans.map((span) => span.literal.text)].join(' ');
  }
  if (ts.isBinaryExpression(title)) return `${textOf(title.left)}${textOf(title.right)}`;
  return '';
}

/** The table of `it.each(table)(title, …)`, followed to its constant when it has a name. */
function tableOf(callee: ts.Expression, constants: ReadonlyMap<string, ts.Expression>): ts.Node | undefined {
  if (ts.isTaggedTemplateExpression(callee)) return callee.template;
  if (!ts.isCallExpression(callee)) return undefined;
  const [table] = callee.arguments;
  return table && ts.isIdentifier(table) ? (constants.get(table.text) ?? table) : table;
}

function constantsOf(file: ts.SourceFile): Map<string, ts.Expression> {
  const declarations = file.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => [...declarationList.declarations]);
  return new Map(
    declarations.flatMap(({ name, initializer }) =>
      ts.isIdentifier(name) && initializer ? [[name.text, initializer] as const] : [],
    ),
  );
}

/**
 * Finds the row ids in the titles of `it`, `test` and `describe` of one file.
 * A table of `it.each` counts when its title shows a value of it (`'%s …'`, `'$id …'`).
 * Skipped and to-do tests do not count, nor does anything inside a skipped `describe`.
 */
export function findTitleIds(source: string, fileName = 'a.test.tsx'): TitleId[] {
  const file = ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, true);
  const constants = constantsOf(file);
  const found: TitleId[] = [];

  function claim(text: string, at: ts.Node) {
    const line = file.getLineAndCharacterOfPosition(at.getStart(file)).line + 1;
    found.push(...Array.from(text.matchAll(ROW_ID), ([id]) => ({ id, line })));
  }

  function claimTable(node: ts.Node) {
    if (ts.isStringLiteralLike(node)) claim(node.text, node);
    else if (ts.isTemplateExpression(node)) claim(node.getText(file), node);
    else node.forEachChild(claimTable);
  }

  function visit(node: ts.Node) {
    if (ts.isCallExpression(node)) {
      const words = wordsOf(node.expression);
      const [word = '', ...modifiers] = words;
      if (TEST_WORDS.has(word) && node.arguments.length > 1) {
        if (modifiers.some((modifier) => NOT_RUN.has(modifier))) return;
        const title = textOf(node.arguments[0]);
        claim(title, node);
        const table = modifiers.includes('each') && /[%$]/.test(title) && tableOf(node.expression, constants);
        if (table) claimTable(table);
      }
    }
    node.forEachChild(visit);
  }

  visit(file);
  return found;
}
