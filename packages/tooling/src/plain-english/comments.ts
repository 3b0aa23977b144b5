import ts from 'typescript';

/** One comment: its text without the comment signs, and the line (from 1) it starts on. */
export type Comment = { line: number; lines: string[] };

/** Comments that instruct a tool. */
const DIRECTIVE =
  /^\s*(?:@vitest-environment|@vite-ignore|@ts-|@__|[#@]__|biome-ignore|oxlint-|eslint-|v8 ignore|<reference|#?\s*yaml-language-server|prettier-ignore|webpackChunkName|!)/;

/** Parses a source file without its JSDoc, which would double the time. A name that ends in `x` is read with JSX. */
export function parseSource(source: string, path: string): ts.SourceFile {
  const options = {
    languageVersion: ts.ScriptTarget.Latest,
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
  };
  return ts.createSourceFile(path, source, options, false);
}

/** Comments of a parsed TypeScript or JavaScript file. Line comments that follow one another are one comment. */
export function commentsOf(file: ts.SourceFile): Comment[] {
  const literals = literalsOf(file);
  const found: Piece[] = [];
  const opening = /\/\/[^\n\r]*|\/\*[\s\S]*?\*\//g;
  let literal = 0;
  for (let match = opening.exec(file.text); match; match = opening.exec(file.text)) {
    const start = match.index;
    while ((literals[literal]?.end ?? Infinity) <= start) literal += 1;
    const around = literals[literal];
    if (around && around.pos <= start) opening.lastIndex = around.end;
    else found.push(pieceAt(file, start, match[0]));
  }
  return joinLines(found);
}

/** Comments of a file whose comments begin with `#`. */
export function hashCommentsOf(source: string): Comment[] {
  const pieces = source.split('\n').flatMap((content, index): Piece[] => {
    const isOutside = (at: number) => (content.slice(0, at).match(/["']/g)?.length ?? 0) % 2 === 0;
    const match = [...content.matchAll(/(?<=^|\s)#(?!!)/g)].find(({ index: at }) => isOutside(at));
    if (!match) return [];
    const before = content.slice(0, match.index);
    const start = match.index + 1;
    return [
      {
        line: index + 1,
        column: start,
        alone: before.trim() === '',
        isLine: true,
        lines: [content.slice(start)],
      },
    ];
  });
  return joinLines(pieces);
}

type Piece = Comment & { column: number; alone: boolean; isLine: boolean };
type Range = { pos: number; end: number };

/** Places of the file where comment signs are text: strings, templates, regular expressions and the text of JSX. */
function literalsOf(file: ts.SourceFile): Range[] {
  const ranges: Range[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) ranges.push({ pos: node.pos, end: node.end });
    else if (
      ts.isLiteralExpression(node) ||
      ts.isTemplateMiddleOrTemplateTail(node) ||
      ts.isTemplateHead(node)
    )
      ranges.push({ pos: node.getStart(file), end: node.end });
    else ts.forEachChild(node, visit);
  };
  visit(file);
  return ranges.filter(({ pos, end }) => end > pos);
}

function pieceAt(file: ts.SourceFile, start: number, text: string): Piece {
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  const before = file.text.slice(start - character, start);
  const isLine = text.startsWith('//');
  const lines = isLine
    ? [text.replace(/^\/{2,}/, '')]
    : text
        .replace(/^\/\*+/, '')
        .replace(/\*+\/$/, '')
        .split('\n')
        .map((each, index) => (index === 0 ? each : each.replace(/^\s*\*(?!\*)/, '')));
  return { line: line + 1, column: character, alone: before.trim() === '', isLine, lines };
}

function joinLines(pieces: Piece[]): Comment[] {
  const comments: Piece[] = [];
  for (const piece of pieces) {
    if (DIRECTIVE.test(piece.lines[0] ?? '')) continue;
    const last = comments.at(-1);
    const follows =
      last?.isLine &&
      piece.isLine &&
      last.alone &&
      piece.alone &&
      last.column === piece.column &&
      last.line + last.lines.length === piece.line;
    if (follows) last.lines.push(...piece.lines);
    else comments.push({ ...piece, lines: [...piece.lines] });
  }
  return comments.map(({ line, lines }) => ({ line, lines }));
}
