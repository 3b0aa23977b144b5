import type { Plugin } from 'vite';
import * as zod from 'zod/mini';

const INERT = '\0inert-schemas';
const CONTRACTS = /\/packages\/contracts\/src\//;

/** Fields of a contract that only the server and the API reference read. A browser needs method and path. */
const SERVER_FIELDS =
  /^ {2}(?:feature|summary|access|input|output|payload|data|refusals|limit):\s[\s\S]*?,$(?=\n(?: {2}[\w/]|\}))/gm;
/** A named schema: a chain of calls, removed as a whole when nothing reads it. */
const SCHEMAS = /^((?:export )?const \w+ = )(z(?:\n {2})?\.[\s\S]*?);$(?=\n\S|\n\n|\n?$(?![\s\S]))/gm;
/** Calls that build a schema or a contract. Unused ones may be removed. */
const BUILDERS = /(?<!function )(?<![\w.$])(?:z\.\w+|define(?:Call|Inbound|Outbound|Job)|text|queryInt)\(/g;

/**
 * Contracts carry the schemas that the server checks; the browser needs only names, paths and types. A production build
 * removes the rest and replaces `zod/mini` by schemas without effect (`enum` keeps its options, which screens list).
 * This saves a tenth of the first chunk.
 */
export function slimContracts(): Plugin {
  return {
    name: 'slim-contracts',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (id === 'zod/mini' ? INERT : undefined),
    transform(code, id) {
      if (!CONTRACTS.test(id)) return undefined;
      const slim = code
        .replace(SERVER_FIELDS, '')
        .replace(SCHEMAS, '$1/* @__PURE__ */ (() => $2)();')
        .replace(BUILDERS, '/* @__PURE__ */ $&');
      return { code: slim, map: null };
    },
    load(id) {
      if (id !== INERT) return undefined;
      const exported = Object.keys(zod).map((name) =>
        name === 'enum' ? 'listed as enum' : `inert as ${/^\w+$/.test(name) ? name : JSON.stringify(name)}`,
      );
      return `
        const inert = new Proxy(() => inert, { get: (target, key) => (typeof key === 'symbol' ? target[key] : inert) });
        const listed = (options) => ({ options });
        export { ${exported.join(', ')} };
      `;
    },
  };
}
