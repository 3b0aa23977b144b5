import type { Plugin } from 'vite';
import * as zod from 'zod/mini';

const INERT = '\0inert-schemas';
const CONTRACTS = /\/packages\/contracts\/src\//;

/** Fields of a contract that only the server and the reference pages read: a browser asks by method and path. */
const SERVER_FIELDS =
  /^ {2}(?:feature|summary|access|input|output|payload|data|refusals|limit):\s[\s\S]*?,$(?=\n(?: {2}[\w/]|\}))/gm;
/** A schema with a name of its own: a chain of calls, which goes as a whole when nobody reads it. */
const SCHEMAS = /^((?:export )?const \w+ = )(z(?:\n {2})?\.[\s\S]*?);$(?=\n\S|\n\n|\n?$(?![\s\S]))/gm;
/** Calls that build a schema or a contract: without use they may go. */
const BUILDERS = /(?<!function )(?<![\w.$])(?:z\.\w+|define(?:Call|Inbound|Outbound|Job)|text|queryInt)\(/g;

/**
 * Contracts carry the schemas that the server checks. The browser only needs their names, paths and types, so in a
 * production build they lose the rest, and `zod/mini` is replaced by schemas that do nothing (`enum` keeps its options,
 * which screens list). A tenth of the first paint.
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
