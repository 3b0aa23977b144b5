import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServedFacts, ServedModule } from '@heartline/contracts';

/** Bodies in memory: every page of a few sites in every language. */
const MOST_BODIES = 500;

/** Renders pages for visitors, and caches what it rendered. */
export interface ServedPages {
  /** The HTML of a page, from the cache if the same facts were rendered before. */
  bodyOf(facts: ServedFacts): string;
}

/** The views of the built web app; undefined for a build without them, which serves the bare app. */
export async function loadServedPages(webDir: string): Promise<ServedPages | undefined> {
  const file = join(webDir, 'served/served.js');
  if (!existsSync(file)) return undefined;
  const { render } = (await import(pathToFileURL(file).href)) as ServedModule;
  return cacheBodies(render, MOST_BODIES);
}

/**
 * Caches bodies by all facts they were rendered from, so that a changed setting shows at once. The body that was asked
 * for longest ago makes room. A page that repeats a visitor's own input is never cached.
 */
export function cacheBodies(render: ServedModule['render'], most: number): ServedPages {
  const bodies = new Map<string, string>();
  return {
    bodyOf(facts) {
      if (facts.email) return render(facts);
      const key = createHash('sha256').update(JSON.stringify(facts)).digest('base64');
      const body = bodies.get(key) ?? render(facts);
      bodies.delete(key);
      bodies.set(key, body);
      const [oldest] = bodies.keys();
      if (bodies.size > most && oldest !== undefined) bodies.delete(oldest);
      return body;
    },
  };
}
