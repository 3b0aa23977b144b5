import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getPage, type PageBlock, type PageText } from '@heartline/contracts';
import { HttpClient, outcomeOf, startWorld } from '@heartline/testing';
import { adminOf } from '@heartline/testing/admin';
import { expect } from 'vitest';

/** The reason that every change of a text needs. */
export const WHY = ['--reason', 'Reviewed by counsel'];

/** A page as a visitor asks for it. */
interface Asked {
  slug: string;
  locale?: PageText['locale'];
  version?: number;
}

/** The words of a page. */
export const wordsOf = (blocks: readonly PageBlock[]) => JSON.stringify(blocks);

/** Two gateways, and an operator who changes their pages by commands. */
export async function startPages() {
  const folder = await mkdtemp(join(tmpdir(), 'heartline-pages-'));
  const world = await startWorld({ here: true, gateways: 2 });
  const admin = adminOf(world);

  /** Writes a text into a file and returns its path. */
  async function textFile(body: string, title = 'A page'): Promise<string> {
    const path = join(folder, `${Math.random().toString(36).slice(2)}.md`);
    await writeFile(path, `---\ntitle: ${title}\n---\n\n${body}\n`);
    return path;
  }

  /** Runs a command that has to work, and returns what it printed as data. */
  async function run(...args: string[]): Promise<unknown> {
    const { code, out, err } = await admin('--json', ...args);
    expect([code, err]).toEqual([0, '']);
    return JSON.parse(out);
  }

  /** The sentence with which a command is refused. */
  async function refused(...args: string[]): Promise<string> {
    const { code, err } = await admin(...args);
    expect(code).toBe(1);
    return err.trim();
  }

  async function publish(slug: string, body: string, locale = 'en'): Promise<number> {
    const file = await textFile(body);
    const set = (await run('pages', 'set', slug, locale, file, ...WHY)) as { version: number };
    await run('pages', 'publish', slug, locale, String(set.version), ...WHY);
    return set.version;
  }

  /** A page as both gateways give it once their caches have expired. */
  async function pageOn(input: Asked, host = 'a.localhost'): Promise<PageText> {
    world.clock.advance(5_001);
    const [first, second] = await Promise.all(
      world.gateways.map(({ address }) =>
        new HttpClient({ address, origin: `http://${host}` }).call(getPage, input),
      ),
    );
    expect(second).toEqual(first);
    return first as PageText;
  }

  /** `OK` or the code of the refusal. */
  async function answerTo(input: Asked) {
    world.clock.advance(5_001);
    return outcomeOf(world.browser().call(getPage, input));
  }

  async function stop(): Promise<void> {
    await world.stop();
    await rm(folder, { recursive: true, force: true });
  }

  return { world, admin, textFile, run, refused, publish, pageOn, answerTo, stop };
}
