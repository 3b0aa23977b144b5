import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Progress } from '../progress.ts';
import { onPath, runCommand } from '../run-command.ts';
import { installTool } from './install-tool.ts';

/** A tool that is built with Go when it is first needed. */
export interface GoTool {
  name: string;
  version: string;
  module: string;
  /** The name of the program after `go install`: the last part of the module. */
  built: string;
}

export const FERRETDB: GoTool = {
  name: 'ferretdb',
  version: '2.7.0',
  module: 'github.com/FerretDB/FerretDB/v2/cmd/ferretdb',
  built: 'ferretdb',
};
export const TOXIPROXY: GoTool = {
  name: 'toxiproxy',
  version: '2.5.0',
  module: 'github.com/Shopify/toxiproxy/v2/cmd/server',
  built: 'server',
};
export const K6: GoTool = { name: 'k6', version: '1.8.1', module: 'go.k6.io/k6', built: 'k6' };
export const STRIPE_MOCK: GoTool = {
  name: 'stripe-mock',
  version: '0.203.0',
  module: 'github.com/stripe/stripe-mock',
  built: 'stripe-mock',
};

/** The path of a tool’s program in its folder. */
export const goProgram = ({ name }: GoTool, folder: string) => join(folder, 'bin', name);

/** From here on Go fetches the version that a module asks for. */
const OLDEST_GO = 21;

/** Why nothing can be built with Go here, or `undefined` when it can. */
export async function whyNoGo(): Promise<string | undefined> {
  const fix = 'Install Go 1.24 or newer: https://go.dev/dl';
  if (!(await onPath('go'))) return `Go is not on PATH. ${fix}`;
  const about = await runCommand('go', ['version']).catch((error: Error) => error.message);
  const minor = Number(/go1\.(\d+)/.exec(about)?.[1] ?? OLDEST_GO);
  return minor < OLDEST_GO ? `Go 1.${minor} is too old. ${fix}` : undefined;
}

async function ensureGoTool(tool: GoTool, log: Progress): Promise<string> {
  const { name, version, module, built } = tool;
  const folder = await installTool({ name, version, megabytes: 1500 }, log, async (target) => {
    const why = await whyNoGo();
    if (why) throw new Error(`${name} is built with Go. ${why}`);
    const binaries = join(target, 'bin');
    await runCommand('env', [`GOBIN=${binaries}`, 'go', 'install', `${module}@v${version}`]).catch(
      (error: Error) => {
        throw new Error(`${name} can't be built with Go. Is there a network? ${error.message}`, {
          cause: error,
        });
      },
    );
    if (built !== name) await rename(join(binaries, built), join(binaries, name));
  });
  return goProgram(tool, folder);
}

/** The wire protocol of MongoDB on PostgreSQL: path of the program. */
export function ensureFerretDb(log: Progress): Promise<string> {
  return ensureGoTool(FERRETDB, log);
}

/** Faults on the wire, for tests: path of the server program. */
export function ensureToxiproxy(log: Progress): Promise<string> {
  return ensureGoTool(TOXIPROXY, log);
}

/** The load generator: path of the program. */
export function ensureK6(log: Progress): Promise<string> {
  return ensureGoTool(K6, log);
}

/** Stripe's own check of requests by its published API, for tests: path of the server program. */
export function ensureStripeMock(log: Progress): Promise<string> {
  return ensureGoTool(STRIPE_MOCK, log);
}
