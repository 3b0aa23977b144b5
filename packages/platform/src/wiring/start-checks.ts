import { access, chmod, constants, mkdir, stat } from 'node:fs/promises';

/**
 * Listens on a port. On failure, the error names the setting to change (`name` for the port), with the system's reason
 * as its cause.
 */
export async function listening<T>(
  listen: (at: { host: string; port: number }) => Promise<T>,
  { host, port, name = 'PORT' }: { host: string; port: number; name?: string },
): Promise<T> {
  try {
    return await listen({ host, port });
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const fix = FIXES[code]?.(name);
    if (!fix) throw error;
    throw new Error(`Nothing can listen at ${host}:${port} (${code}). Fix: ${fix}.`, { cause: error });
  }
}

const otherHost = () => 'change HOST to an address of this machine';

const FIXES: Readonly<Record<string, (name: string) => string>> = {
  EADDRINUSE: (name) => `change ${name}, or end what listens there`,
  EACCES: (name) => `change ${name} to 1024 or more, which need no rights`,
  EADDRNOTAVAIL: otherHost,
  EAI_AGAIN: otherHost,
  EINVAL: otherHost,
  ENOTFOUND: otherHost,
};

/**
 * Makes the folder of pictures if it is missing, and rejects one that is not writable, because uploads would fail.
 * Removes the access of other users, because earlier releases made world-readable files.
 */
export async function requireMediaDir(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.R_OK | constants.W_OK);
    const { uid } = await stat(folder);
    if (uid === process.getuid?.()) await chmod(folder, 0o700);
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new Error(
      `MEDIA_DIR, ${folder}, can't be made or written to (${code}). Fix: change MEDIA_DIR, or give it to this user.`,
      { cause: error },
    );
  }
}
