import { rename, rm } from 'node:fs/promises';

const TRIES = 20;

/**
 * Puts `next` in the place of `folder` by renaming. A server that reads it sees the old one or the new one, never a
 * mix. Of two swaps at the same time one is last; both succeed.
 */
export async function swapFolder(folder: string, next: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const old = `${next}.old`;
    await rename(folder, old).catch(unless('ENOENT'));
    try {
      await rename(next, folder);
      return;
    } catch (error) {
      // Another build put its own folder there meanwhile.
      if (attempt === TRIES || !isCode(error, 'ENOTEMPTY', 'EEXIST')) throw error;
    } finally {
      await rm(old, { recursive: true, force: true });
    }
  }
}

function unless(code: string) {
  return (error: unknown) => {
    if (!isCode(error, code)) throw error;
  };
}

function isCode(error: unknown, ...codes: string[]): boolean {
  return codes.includes((error as NodeJS.ErrnoException).code ?? '');
}
