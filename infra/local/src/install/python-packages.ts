import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Progress } from '../progress.ts';
import { onPath, runCommand } from '../run-command.ts';
import { installTool } from './install-tool.ts';

/** Python 3.11, its `venv`, or the package index is not there: the message says which, and what to do. */
export class MissingPython extends Error {
  override name = 'MissingPython';
}

const NEEDS = 'Install Python 3.11 or newer with venv (on Debian: apt-get install python3 python3-venv).';

/**
 * An environment with the packages of a requirements file, made once in the cache: the path of its Python. Throws
 * `MissingPython` where it can’t be made.
 */
export async function ensurePythonPackages(requirements: string, log: Progress): Promise<string> {
  const wanted = await readFile(requirements);
  const version = createHash('sha256').update(wanted).digest('hex').slice(0, 12);
  const folder = await installTool(
    { name: 'python-client', version, megabytes: 200 },
    log,
    async (target) => {
      await runCommand(await findPython(), ['-m', 'venv', target]).catch((error: Error) => {
        throw new MissingPython(`Python has no venv. ${NEEDS} ${error.message}`, { cause: error });
      });
      const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps'];
      await runCommand(join(target, 'bin/python'), [...pip, '-r', requirements]).catch((error: Error) => {
        throw new MissingPython(`Python packages can’t be installed. Is there a network? ${error.message}`, {
          cause: error,
        });
      });
    },
  );
  return join(folder, 'bin/python');
}

async function findPython(): Promise<string> {
  const python = await onPath('python3');
  const recent = 'import sys; sys.exit(sys.version_info < (3, 11))';
  if (!python) throw new MissingPython(`python3 is not on PATH. ${NEEDS}`);
  await runCommand(python, ['-c', recent]).catch(() => {
    throw new MissingPython(`${python} is older than 3.11. ${NEEDS}`);
  });
  return python;
}
