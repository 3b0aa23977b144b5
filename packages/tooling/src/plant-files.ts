import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

/**
 * Writes a small source tree into a new temporary folder, on which a test shows that a gate fails.
 * `links` are symbolic links, as npm makes for workspaces: path and target are relative to the folder.
 * `await using` removes the folder.
 */
export async function plantFiles(files: Record<string, string>, links: Record<string, string> = {}) {
  const root = await mkdtemp(join(tmpdir(), 'heartline-planted-'));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
  for (const [path, target] of Object.entries(links)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await symlink(relative(dirname(join(root, path)), join(root, target)), join(root, path));
  }
  return { root, [Symbol.asyncDispose]: () => rm(root, { recursive: true }) };
}
