import { CALLS, INBOUND_EVENTS, OUTBOUND_EVENTS } from '@heartline/contracts/registry';
import { z } from 'zod';

interface Node {
  type?: string;
  properties?: Record<string, Node>;
  additionalProperties?: boolean | Node;
  items?: Node | boolean;
  prefixItems?: Node[];
  anyOf?: Node[];
  oneOf?: Node[];
  allOf?: Node[];
  $ref?: string;
  $defs?: Record<string, Node>;
}

/** Every field that may leave the server, by contract: `getUser` → `user.profile.name`. */
export function responseKeys(): Map<string, string[]> {
  const answers = [...CALLS, ...INBOUND_EVENTS].map(({ name, output }) => [name, output] as const);
  const pushed = OUTBOUND_EVENTS.map(({ name, payload }) => [name, payload] as const);
  return new Map([...answers, ...pushed].map(([name, schema]) => [name, keysOf(schema)]));
}

function keysOf(schema: z.core.$ZodType): string[] {
  const root = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as Node;
  const found = new Set<string>();
  collect(root, '', found, root.$defs ?? {}, 0);
  return [...found].sort();
}

/** Deeper than any answer. A recursive schema is cut here. */
const DEEPEST = 12;

/** Walks a schema and collects each field. `{*}` stands for any key, `?!` for any value. */
function collect(
  node: Node,
  path: string,
  found: Set<string>,
  defs: Record<string, Node>,
  depth: number,
): void {
  if (depth > DEEPEST) return;
  const next = (child: Node, at: string) => collect(child, at, found, defs, depth + 1);
  if (node.$ref) {
    const target = defs[node.$ref.replace('#/$defs/', '')];
    if (target) next(target, path);
    return;
  }
  for (const choice of choicesOf(node)) next(choice, path);
  for (const item of itemsOf(node)) next(item, `${path}[]`);
  for (const [key, child] of Object.entries(node.properties ?? {})) {
    const at = path ? `${path}.${key}` : key;
    found.add(at);
    next(child, at);
  }
  if (node.type === 'object') collectRest(node, path, found, next);
  else if (isAnything(node)) found.add(`${path}?!`);
}

function itemsOf({ items, prefixItems = [] }: Node): Node[] {
  return typeof items === 'object' ? [items, ...prefixItems] : prefixItems;
}

function choicesOf({ anyOf = [], oneOf = [], allOf = [] }: Node): Node[] {
  return [...anyOf, ...oneOf, ...allOf];
}

function isAnything(node: Node): boolean {
  const isFixed = 'const' in node || 'enum' in node;
  return node.type === undefined && !isFixed && choicesOf(node).length === 0;
}

function collectRest(
  node: Node,
  path: string,
  found: Set<string>,
  next: (child: Node, at: string) => void,
): void {
  const rest = node.additionalProperties;
  if (rest === false) return;
  found.add(`${path}{*}`);
  if (typeof rest === 'object') next(rest, `${path}{*}`);
}
