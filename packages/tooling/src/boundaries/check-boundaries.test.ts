import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { plantFiles } from '../plant-files.ts';
import { type BoundaryViolation, checkBoundaries } from './check-boundaries.ts';

const PACKAGES = {
  admin: 'services/admin',
  contracts: 'packages/contracts',
  core: 'packages/core',
  domain: 'packages/domain',
  gateway: 'services/gateway',
  i18n: 'packages/i18n',
  'load-tests': 'load-tests',
  local: 'infra/local',
  platform: 'packages/platform',
  testing: 'packages/testing',
  tooling: 'packages/tooling',
  ui: 'packages/ui',
  web: 'apps/web',
  worker: 'services/worker',
};

/** Every package with a name, an index.ts and its npm link; `files` are planted on top. */
function plantRepository(files: Record<string, string>) {
  const repository: Record<string, string> = {};
  const links: Record<string, string> = {};
  for (const [name, path] of Object.entries(PACKAGES)) {
    const dependencies = Object.fromEntries(
      Object.keys(PACKAGES).map((other) => [`@heartline/${other}`, '*']),
    );
    const exported = { '.': './src/index.ts' };
    repository[`${path}/package.json`] = JSON.stringify({
      name: `@heartline/${name}`,
      exports: exported,
      dependencies,
    });
    repository[`${path}/src/index.ts`] = `export const ${name.replace('-', '')} = 1;\n`;
    links[`node_modules/@heartline/${name}`] = path;
  }
  return plantFiles({ ...repository, ...files }, links);
}

/** Cruises a house in which `from` holds the given source, and lists the names of the rules it breaks. */
async function rulesBrokenBy(from: string, source: string, more: Record<string, string> = {}) {
  await using repository = await plantRepository({ ...more, [from]: source });
  const { violations } = await checkBoundaries(repository.root);
  return violations.filter((violation) => violation.from === from).map(({ rule }) => rule);
}

const uses = (name: string) => `import * as used from '@heartline/${name}';\nexport const use = used;\n`;

const FORBIDDEN: [string, string, string][] = [
  ['apps/web/src/app/a.ts', 'core', 'layer-apps-web'],
  ['apps/web/src/app/a.ts', 'platform', 'layer-apps-web'],
  ['packages/ui/src/a.tsx', 'domain', 'layer-packages-ui'],
  ['services/gateway/src/a.ts', 'worker', 'layer-services-gateway'],
  ['services/worker/src/a.ts', 'gateway', 'layer-services-worker'],
  ['services/admin/src/a.ts', 'gateway', 'layer-services-admin'],
  ['services/admin/src/commands/a.ts', 'platform', 'handlers-call-core'],
  ['services/worker/src/jobs/a.job.ts', 'platform', 'handlers-call-core'],
  ['services/gateway/src/routes/a.ts', 'platform', 'handlers-call-core'],
  ['services/gateway/src/live/a.handlers.ts', 'platform', 'handlers-call-core'],
  ['packages/core/src/a.ts', 'gateway', 'layer-packages-core'],
  ['packages/platform/src/a.ts', 'domain', 'layer-packages-platform'],
  ['packages/domain/src/a.ts', 'i18n', 'layer-packages-domain'],
  ['packages/i18n/src/a.ts', 'domain', 'layer-packages-i18n'],
  ['packages/contracts/src/a.ts', 'domain', 'layer-packages-contracts'],
  ['packages/tooling/src/a.ts', 'contracts', 'layer-packages-tooling'],
  ['load-tests/src/a.ts', 'core', 'layer-load-tests'],
  ['packages/core/src/a.ts', 'testing', 'testing-in-tests'],
  ['infra/local/src/a.ts', 'testing', 'testing-in-tests'],
  ['services/gateway/src/main.ts', 'local', 'local-is-a-leaf'],
];

const ALLOWED: [string, string][] = [
  ['apps/web/src/app/a.ts', 'ui'],
  ['packages/ui/src/a.tsx', 'i18n'],
  ['services/gateway/src/routes/a.ts', 'core'],
  ['services/gateway/src/main.ts', 'platform'],
  ['services/admin/src/commands/a.ts', 'core'],
  ['packages/core/src/a.ts', 'platform'],
  ['packages/platform/src/a.ts', 'contracts'],
  ['infra/local/src/a.ts', 'core'],
  ['packages/core/tests/a.test.ts', 'testing'],
  ['apps/web/e2e/a.test.ts', 'testing'],
  ['load-tests/src/a.ts', 'testing'],
  ['packages/testing/src/a.ts', 'local'],
];

/** A file of its own for each forbidden edge, so that one check sees all of them. */
const forbiddenAt = (from: string, n: number) => from.replace('/a.', `/a${n}.`);

describe('the import rules', () => {
  let violations: BoundaryViolation[];
  beforeAll(async () => {
    await using repository = await plantRepository(
      Object.fromEntries(FORBIDDEN.map(([from, name], n) => [forbiddenAt(from, n), uses(name)])),
    );
    ({ violations } = await checkBoundaries(repository.root));
  });

  it.each(FORBIDDEN.map((edge, n) => [...edge, n] as const))(
    '%s may not import %s',
    (from, _name, rule, n) => {
      const path = forbiddenAt(from, n);
      expect(violations.filter((one) => one.from === path).map((one) => one.rule)).toContain(rule);
    },
  );

  it('let the allowed edges pass', async () => {
    await using repository = await plantRepository(
      Object.fromEntries(ALLOWED.map(([from, name]) => [from, uses(name)])),
    );
    const { moduleCount, violations } = await checkBoundaries(repository.root);
    expect(violations).toEqual([]);
    expect(moduleCount).toBe(Object.keys(PACKAGES).length + ALLOWED.length);
  });

  it('let a route name the type of an adapter', async () => {
    const typeOnly =
      "import type { platform } from '@heartline/platform';\nexport type Use = typeof platform;\n";
    expect(await rulesBrokenBy('services/gateway/src/routes/a.ts', typeOnly)).toEqual([]);
  });

  it('see forbidden type imports too', async () => {
    const typeOnly = "import type { core } from '@heartline/core';\nexport type Use = typeof core;\n";
    expect(await rulesBrokenBy('apps/web/src/app/a.ts', typeOnly)).toEqual(['layer-apps-web']);
  });

  it('keep the features of core behind their index.ts and in order', async () => {
    const more = {
      'packages/core/src/credits/index.ts': 'export const credits = 1;\n',
      'packages/core/src/credits/hold.ts': 'export const hold = 1;\n',
      'packages/core/src/messaging/index.ts': 'export const messaging = 1;\n',
    };
    const broken = (from: string, to: string) =>
      rulesBrokenBy(
        `packages/core/src/${from}`,
        `import * as used from '${to}';\nexport const use = used;\n`,
        more,
      );
    expect(await broken('messaging/send.ts', '../credits/index.ts')).toEqual([]);
    expect(await broken('messaging/send.ts', '../credits/hold.ts')).toEqual(['core-feature-index']);
    expect(await broken('credits/buy.ts', '../messaging/index.ts')).toEqual(['core-order-credits']);
  });

  it('keep web features apart, below the app and away from test code', async () => {
    const more = {
      'apps/web/src/features/likes/like.tsx': 'export const like = 1;\n',
      'apps/web/src/app/router.tsx': 'export const router = 1;\n',
      'apps/web/src/testing/render.tsx': 'export const render = 1;\n',
    };
    const broken = (to: string) =>
      rulesBrokenBy(
        'apps/web/src/features/messaging/chat.tsx',
        `import * as used from '${to}';\nexport const use = used;\n`,
        more,
      );
    expect(await broken('../likes/like.tsx')).toEqual(['web-feature-fence']);
    expect(await broken('../../app/router.tsx')).toEqual(['web-features-below-app']);
    expect(await broken('../../testing/render.tsx')).toEqual(['testing-in-tests']);
  });

  it('keep rules pure and browser code off Node', async () => {
    const reads = "import { readFileSync } from 'node:fs';\nexport const read = readFileSync;\n";
    expect(await rulesBrokenBy('packages/domain/src/a.ts', reads)).toEqual(['domain-is-pure']);
    expect(await rulesBrokenBy('packages/contracts/src/a.ts', reads)).toEqual(['contracts-need-zod-only']);
    expect(await rulesBrokenBy('apps/web/src/live/a.ts', reads)).toEqual(['browser-code-without-node']);
  });

  it('refuse relative paths between packages, cycles and unresolvable imports', async () => {
    const core = 'packages/core/src';
    expect(
      await rulesBrokenBy(
        `${core}/a.ts`,
        "import { domain } from '../../domain/src/index.ts';\nexport const a = domain;\n",
      ),
    ).toEqual(['cross-package-by-name']);
    expect(
      await rulesBrokenBy(`${core}/a.ts`, "import { b } from './b.ts';\nexport const a = b;\n", {
        [`${core}/b.ts`]: "import { a } from './a.ts';\nexport const b = () => a;\n",
      }),
    ).toEqual(['no-cycles']);
    expect(
      await rulesBrokenBy(`${core}/a.ts`, "import { b } from './b.ts';\nexport type A = typeof b;\n", {
        [`${core}/b.ts`]: "import type { A } from './a.ts';\nexport const b = (a: A) => a;\n",
      }),
    ).toEqual(['no-cycles']);
    expect(
      await rulesBrokenBy(`${core}/a.ts`, "import { b } from './missing.ts';\nexport const a = b;\n"),
    ).toEqual(['resolvable']);
  });

  it('say in every rule what to do instead', async () => {
    await using repository = await plantRepository({ 'apps/web/src/app/a.ts': uses('core') });
    const { violations } = await checkBoundaries(repository.root);
    expect(violations[0]?.reason).toMatch(/Instead: call the server through a contract/);
  });

  it('fail when nothing was read, instead of letting everything pass', async () => {
    await using empty = await plantFiles({ 'packages/core/README.md': 'no module' });
    const main = join(import.meta.dirname, 'main.ts');
    const { status, stderr } = spawnSync(process.execPath, [main], { cwd: empty.root, encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stderr).toContain('No module was read');
  });
});
