import type { Plugin } from 'vite';
import * as zod from 'zod/mini';

const INERT = '\0inert-schemas';
const CONTRACTS = /\/packages\/contracts\/src\//;

/** Fields of a contract that only the server and the reference pages read. */
const SERVER_FIELDS = /^ {2}(?:summary|input|output|payload|data):\s[\s\S]*?,$(?=\n(?: {2}[\w/]|\}))/gm;
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
      return { code: code.replace(SERVER_FIELDS, '').replace(BUILDERS, '/* @__PURE__ */ $&'), map: null };
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
