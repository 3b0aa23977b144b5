import { onPath, runCommand } from '../run-command.ts';

/** The first MongoDB that everything here was made for: before it a cluster asks for its keys in every update. */
export const OLDEST_MONGODB = 7;
/** Live events travel by SPUBLISH, which came with it; Valkey began later. */
export const OLDEST_REDIS = 7;

/** A server that is on PATH. */
export interface FoundProgram {
  path: string;
  version: string;
}

/** True if a version such as `7.0.15` is `oldest` or later. An unknown version is accepted. */
export const isNewEnough = (version: string, oldest: number): boolean =>
  !(Number.parseInt(version, 10) < oldest);

/**
 * The first of these servers on PATH that runs and is new enough. `skipped` says in a sentence for each other one why it
 * was not taken.
 */
export async function newEnoughOnPath(
  names: readonly string[],
  oldest: number,
): Promise<{ found?: FoundProgram; skipped: string[] }> {
  const skipped: string[] = [];
  for (const name of names) {
    const path = await onPath(name);
    if (!path) {
      skipped.push(`${name} is not on PATH`);
      continue;
    }
    try {
      const version = /v=?(\d+\.\d+\.\d+)/.exec(await runCommand(path, ['--version']))?.[1] ?? '';
      if (isNewEnough(version, oldest)) return { found: { path, version }, skipped };
      skipped.push(`${path} is version ${version}, which is too old: ${oldest} or newer is needed`);
    } catch (error) {
      skipped.push(`${path} does not run: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { skipped };
}
