import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder, lockFolder } from '../cache.ts';
import { withLock } from '../lock.ts';
import type { Progress } from '../progress.ts';
import { onPath, runCommand } from '../run-command.ts';
import { exists } from './install-tool.ts';

/**
 * Unpacks Debian packages into a folder without touching the system. An own apt, with its own lists and no installed
 * packages, downloads them with all dependencies down to the C library. It needs no root, chroot or mounts; programs start
 * through the folder’s own loader (`programIn`).
 */
const release = 'forky';
const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg';
const architectures: Partial<
  Record<NodeJS.Architecture, { apt: string; libraries: string; loader: string }>
> = {
  x64: { apt: 'amd64', libraries: 'x86_64-linux-gnu', loader: 'usr/lib64/ld-linux-x86-64.so.2' },
  arm64: { apt: 'arm64', libraries: 'aarch64-linux-gnu', loader: 'usr/lib/ld-linux-aarch64.so.1' },
};

/** Why packages can't be had on this machine, or `undefined` when they can. */
export async function whyNoDebianPackages(): Promise<string | undefined> {
  if (process.platform !== 'linux' || !architectures[process.arch]) {
    return `Debian packages run on Linux on x64 and arm64 only, this is ${process.platform} on ${process.arch}`;
  }
  if (!(await onPath('apt-get')) || !(await onPath('dpkg-deb'))) return 'apt-get is not on PATH';
  if (!(await exists(keyring))) return `${keyring} is missing: apt-get install debian-archive-keyring`;
  return undefined;
}

/** Downloads packages with all they depend on and unpacks them into `folder`. Throws a sentence that says why not. */
export async function unpackDebianPackages(packages: string[], folder: string, log: Progress): Promise<void> {
  const why = await whyNoDebianPackages();
  if (why) throw new Error(why);
  const archives = join(folder, 'packages');
  await withLock(lockFolder('apt'), () => download(packages, archives, log));
  const names = (await readdir(archives)).filter((name) => name.endsWith('.deb'));
  log(`unpacking ${packages[0]}`, `${names.length} packages`);
  await runCommand('sh', ['-c', unpackScript, 'sh', ...names.map((name) => join(archives, name))], {
    cwd: folder,
  });
  await rm(archives, { recursive: true });
}

/** Two at a time; manuals and translations stay packed. */
const unpackScript = `
unpack='for file; do
  dpkg-deb --fsys-tarfile "$file" | tar -x --keep-directory-symlink --no-same-owner --exclude=./usr/share/doc \
    --exclude=./usr/share/man --exclude=./usr/share/locale --exclude=./usr/share/info || exit 255
done'
printf "%s\\n" "$@" | xargs -P 2 -n 8 sh -c "$unpack" sh
`;

async function download(packages: string[], archives: string, log: Progress): Promise<void> {
  const home = join(cacheFolder(), 'apt');
  for (const part of ['lists/partial', 'etc/apt.conf.d', 'etc/preferences.d']) {
    await mkdir(join(home, part), { recursive: true });
  }
  await mkdir(join(archives, 'partial'), { recursive: true });
  await writeFile(join(home, 'status'), '');
  await writeFile(join(home, 'apt.conf'), await configuration(home));
  const apt = (...args: string[]) =>
    runCommand('env', [`APT_CONFIG=${join(home, 'apt.conf')}`, 'apt-get', '-q', ...args]);
  let problem: unknown;
  for (const mirror of await ownMirrors()) {
    log('asking Debian', mirror);
    await writeFile(join(home, 'etc/sources.list'), `deb [signed-by=${keyring}] ${mirror} ${release} main\n`);
    try {
      await apt('update', '--error-on=any');
      log(`downloading ${packages[0]}`);
      return void (await apt(
        'install',
        '-y',
        '--download-only',
        '-o',
        `Dir::Cache::archives=${archives}`,
        ...packages,
      ));
    } catch (error) {
      problem = error;
    }
  }
  const why =
    problem instanceof Error ? problem.message : 'This machine names no Debian mirror in its apt sources.';
  throw new Error(`Debian's packages can't be downloaded. Is there a network? ${why}`, { cause: problem });
}

/** Proxies and the like are taken over from the system's apt; its hooks and pins are not. */
async function configuration(home: string): Promise<string> {
  const system = await runCommand('apt-config', ['dump']);
  const network = system.split('\n').filter((line) => /^Acquire::(https?|ftp|Retries)\b/i.test(line));
  return [
    `Dir "${home}";`,
    `Dir::State "${home}";`,
    `Dir::State::status "${home}/status";`,
    `Dir::Cache "${home}";`,
    `Dir::Etc "${home}/etc";`,
    `APT::Architecture "${architectures[process.arch]?.apt}";`,
    'APT::Install-Recommends "false";',
    'APT::Sandbox::User "root";',
    'Acquire::Check-Valid-Until "false";',
    'Acquire::Languages "none";',
    'Acquire::Retries "2";',
    'Acquire::http::Timeout "15";',
    'Debug::NoLocking "true";',
    ...network,
  ].join('\n');
}

/** The mirrors this machine takes Debian from, as its own apt would ask them; also where it never asked yet. */
async function ownMirrors(): Promise<string[]> {
  const asked = await runCommand('apt-get', ['--print-uris', 'update']).catch(() => '');
  const places = asked.matchAll(/'(\S+?)\/dists\/\S+?\/InRelease'/g);
  return [...new Set([...places].map(([, mirror = '']) => mirror))].filter(
    (mirror) => !/security/.test(mirror),
  );
}

/**
 * The command that runs `program` with the libraries it was unpacked with; its own ones may be in a folder apart.
 * All are paths below `folder`.
 */
export function programIn(folder: string, program: string, ownLibraries?: string): [string, ...string[]] {
  const { loader = '', libraries = '' } = architectures[process.arch] ?? {};
  const path = join(folder, program);
  const shared = join(folder, 'usr/lib', libraries);
  const searched = [shared, `${shared}/blas`, `${shared}/lapack`];
  if (ownLibraries) searched.push(join(folder, ownLibraries));
  return [join(folder, loader), '--library-path', searched.join(':'), '--argv0', path, path];
}
