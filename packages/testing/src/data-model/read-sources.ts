import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const SOURCES = ['packages/core/src', 'packages/platform/src'];
const REDIS_SOURCES = [...SOURCES, 'services/gateway/src', 'services/worker/src'];

/** Calls of a connection that name a collection. */
const NAMING: ReadonlySet<string> = new Set(['collection', 'groupCommit']);

/** A place in the sources that names a collection. */
interface Mention {
  collection: string;
  file: string;
}

/** Every collection that core or platform opens, with the file that declares it, from the top of the repository. */
export function readCollections(): Map<string, string> {
  const files = sourcesIn(SOURCES).map(({ path, text }) => ({
    path,
    file: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true),
  }));
  const constants = new Map(files.flatMap(({ path, file }) => constantsOf(file, path)));
  const mentions = files.flatMap(({ path, file }) => mentionsIn(file, path, constants));
  const found = new Map<string, string>();
  for (const { collection, file } of mentions.toSorted((a, b) => rankOf(a.file) - rankOf(b.file)))
    if (!found.has(collection)) found.set(collection, file);
  return found;
}

/** Starts of the names of Redis keys and channels in the sources, after the prefix: `:online:`, `#/#`. */
export function readRedisKeys(): Set<string> {
  return new Set(
    sourcesIn(REDIS_SOURCES).flatMap(({ text }) => [
      ...[...text.matchAll(/`\$\{(?:\w+\.)?prefix\}([:#][\w/#-]+:?)/g)].map(([, start = '']) => start),
      ...[...text.matchAll(/\.toKey\('(\w+)'\)/g)].map(([, key]) => `toKey:${key}`),
    ]),
  );
}

function sourcesIn(folders: readonly string[]) {
  return folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .sort()
      .map((name) => {
        const path = join(folder, name);
        return { path, text: readFileSync(join(ROOT, path), 'utf8') };
      }),
  );
}

/** `const LEDGER = 'ledger'` at the top of a file, with that file. */
function constantsOf(file: ts.SourceFile, path: string): [string, Mention][] {
  return file.statements.filter(ts.isVariableStatement).flatMap(({ declarationList }) =>
    declarationList.declarations.flatMap(({ name, initializer }): [string, Mention][] => {
      const isText = initializer && ts.isStringLiteral(initializer);
      return isText ? [[name.getText(), { collection: initializer.text, file: path }]] : [];
    }),
  );
}

function mentionsIn(file: ts.SourceFile, path: string, constants: ReadonlyMap<string, Mention>): Mention[] {
  const found: Mention[] = [];
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit);
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
    if (!NAMING.has(node.expression.name.text)) return;
    const [name] = node.arguments;
    if (name && ts.isStringLiteral(name)) found.push({ collection: name.text, file: path });
    // A parameter is named where the function is called.
    const constant = name && ts.isIdentifier(name) ? constants.get(name.text) : undefined;
    if (constant) found.push(constant);
  };
  visit(file);
  return found;
}

/** Models and repositories declare collections; other files may name them. */
const rankOf = (file: string) => (/\.(model|repository)\.ts$/.test(file) ? 0 : 1);
