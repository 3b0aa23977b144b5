import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PROPERTY_DESCRIPTIONS } from '@heartline/contracts/property-descriptions';
import ts from 'typescript';

const CONTRACTS_FOLDER = fileURLToPath(new URL('../../../contracts/src/', import.meta.url));

/** Parts of a contract that have a shape. */
export type Part = 'input' | 'output' | 'payload' | 'data';

/** The comments of a schema, in the shape of the schema. */
export interface Comments {
  /** Meaning of the property: its comment, or the usual meaning of its name if its type has none. */
  own?: string | undefined;
  /** Meaning of the schema that the property refers to. */
  type?: string | undefined;
  /** Format of the value: the comment of a shape without a meaning of its own, such as `at`. */
  format?: string | undefined;
  properties?: Record<string, Comments>;
  items?: Comments;
  /** Of a union, in order. */
  choices?: Comments[];
}

/** The comments in the sources of contracts, the only place that describes properties. */
export interface ContractComments {
  /** Comments of one part of the call, event or job with this name. */
  ofPart(contract: string, part: Part): Comments;
  /** Comments of an exported schema. */
  ofSchema(exported: string): Comments;
}

/** Shapes whose comment describes the format of a value, never its meaning. */
const FORMATS: ReadonlySet<string> = new Set(['id', 'at', 'seq', 'day', 'text', 'queryInt']);
const SAME_SHAPE: ReadonlySet<string> = new Set([
  'optional',
  'nullable',
  'partial',
  'omit',
  'readonly',
  'pipe',
]);
const OBJECTS: ReadonlySet<string> = new Set(['strictObject', 'looseObject', 'object']);
const UNIONS: ReadonlySet<string> = new Set(['union', 'discriminatedUnion']);

interface Declared {
  value: ts.Expression | undefined;
  comment: string | undefined;
  file: ts.SourceFile;
}

/** Reads the comments of every contract from its source. Zod holds no comments, and a page should not ship them. */
export function readContractComments(): ContractComments {
  const exported = new Map<string, Declared>();
  const local = new Map<ts.SourceFile, Map<string, Declared>>();
  const contracts = new Map<string, { definition: ts.ObjectLiteralExpression; file: ts.SourceFile }>();
  for (const file of sources()) {
    const names = new Map<string, Declared>();
    local.set(file, names);
    for (const { name, isExported, ...declared } of declarationsOf(file)) {
      names.set(name, declared);
      if (isExported) exported.set(name, declared);
      const definition = definitionOf(declared.value);
      if (definition) contracts.set(nameIn(definition), { definition, file });
    }
  }
  const reader = new Reader((name, file) => local.get(file)?.get(name) ?? exported.get(name));
  return {
    ofPart(contract, part) {
      const found = contracts.get(contract);
      const value = found && memberOf(found.definition, part);
      return value ? reader.read(value, found.file) : {};
    },
    ofSchema(name) {
      const found = exported.get(name);
      return found ? reader.named(name, found) : {};
    },
  };
}

class Reader {
  private readonly find: (name: string, file: ts.SourceFile) => Declared | undefined;

  constructor(find: Reader['find']) {
    this.find = find;
  }

  /** Comments of a schema with its own name. */
  named(name: string, { value, comment, file }: Declared): Comments {
    const inner = value ? this.read(value, file) : {};
    return FORMATS.has(name) ? { ...inner, format: comment } : { ...inner, type: comment ?? inner.type };
  }

  read(node: ts.Expression, file: ts.SourceFile): Comments {
    if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node))
      return this.read(node.expression, file);
    if (ts.isIdentifier(node)) {
      const declared = this.find(node.text, file);
      return declared ? this.named(node.text, declared) : {};
    }
    if (ts.isObjectLiteralExpression(node)) return { properties: this.propertiesOf(node, file) };
    if (ts.isPropertyAccessExpression(node)) return this.readMember(node, file);
    return ts.isCallExpression(node) ? this.readCall(node, file) : {};
  }

  /** `profileCard.shape`, or a part of another contract, as `getGifts.output`. */
  private readMember({ name, expression }: ts.PropertyAccessExpression, file: ts.SourceFile): Comments {
    const declared = ts.isIdentifier(expression) ? this.find(expression.text, file) : undefined;
    const definition = definitionOf(declared?.value);
    const part = definition && memberOf(definition, name.text);
    return declared && part ? this.read(part, declared.file) : this.read(expression, file);
  }

  private readCall(call: ts.CallExpression, file: ts.SourceFile): Comments {
    const { expression: callee } = call;
    if (ts.isIdentifier(callee)) {
      const declared = this.find(callee.text, file);
      return FORMATS.has(callee.text) ? { format: declared?.comment } : {};
    }
    if (!ts.isPropertyAccessExpression(callee)) return {};
    // A method of a schema, such as `check`, leaves its shape as it is.
    if (callee.expression.getText() !== 'z') return this.read(callee.expression, file);
    return this.readZod(callee.name.text, [...call.arguments], file);
  }

  private readZod(made: string, given: ts.Expression[], file: ts.SourceFile): Comments {
    const [first] = given;
    const last = given.at(-1);
    if (!first || !last) return {};
    if (OBJECTS.has(made) || SAME_SHAPE.has(made)) return this.read(first, file);
    if (made === 'array' || made === 'record') return { items: this.read(last, file) };
    if (UNIONS.has(made) && ts.isArrayLiteralExpression(last))
      return { choices: last.elements.map((choice) => this.read(choice, file)) };
    return {};
  }

  private propertiesOf(node: ts.ObjectLiteralExpression, file: ts.SourceFile): Record<string, Comments> {
    const properties: Record<string, Comments> = {};
    for (const member of node.properties) {
      if (ts.isSpreadAssignment(member))
        Object.assign(properties, this.read(member.expression, file).properties);
      const value = valueOf(member);
      if (!value || !member.name) continue;
      const read = this.read(value, file);
      const name = member.name.getText();
      properties[name] = {
        ...read,
        own: commentOf(member) ?? (read.type ? undefined : PROPERTY_DESCRIPTIONS[name]),
      };
    }
    return properties;
  }
}

function sources(): ts.SourceFile[] {
  return readdirSync(CONTRACTS_FOLDER)
    .filter((name) => name.endsWith('.ts'))
    .map((name) =>
      ts.createSourceFile(
        name,
        readFileSync(join(CONTRACTS_FOLDER, name), 'utf8'),
        ts.ScriptTarget.Latest,
        true,
      ),
    );
}

function declarationsOf(file: ts.SourceFile): (Declared & { name: string; isExported: boolean })[] {
  return file.statements.flatMap((statement) => {
    const comment = commentOf(statement);
    if (ts.isFunctionDeclaration(statement) && statement.name)
      return [{ name: statement.name.text, isExported: true, value: undefined, comment, file }];
    if (!ts.isVariableStatement(statement)) return [];
    const isExported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
    return statement.declarationList.declarations.map(({ name, initializer }) => ({
      name: name.getText(),
      isExported,
      value: initializer,
      comment,
      file,
    }));
  });
}

/** The argument of `defineCall`, `defineInbound`, `defineOutbound` or `defineJob`. */
function definitionOf(value: ts.Expression | undefined): ts.ObjectLiteralExpression | undefined {
  if (!value || !ts.isCallExpression(value) || !/^define[A-Z]\w+$/.test(value.expression.getText())) return;
  const [given] = value.arguments;
  return given && ts.isObjectLiteralExpression(given) ? given : undefined;
}

function memberOf(definition: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  const member = definition.properties.find((one) => one.name?.getText() === name);
  return member && valueOf(member);
}

function nameIn(definition: ts.ObjectLiteralExpression): string {
  const name = memberOf(definition, 'name');
  return name && ts.isStringLiteral(name) ? name.text : '';
}

function valueOf(member: ts.ObjectLiteralElementLike): ts.Expression | undefined {
  if (ts.isPropertyAssignment(member)) return member.initializer;
  return ts.isShorthandPropertyAssignment(member) ? member.name : undefined;
}

/** The text of the last JSDoc comment before a node, without checklist rows of the specification. */
function commentOf(node: ts.Node): string | undefined {
  const comment = ts.getJSDocCommentsAndTags(node).findLast(ts.isJSDoc);
  const text = ts.getTextOfJSDocComment(comment?.comment);
  return text
    ?.replace(/ ?\(S\d[^)]*\)/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
