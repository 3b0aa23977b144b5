/**
 * The command that runs the screen tests which import, through any number of files, a file changed since `base` or not
 * committed yet. Without `base` it runs all.
 */
export function changedScreens(base: string | undefined): [string, ...string[]] {
  const changed = base ? ['--changed', base, '--passWithNoTests'] : [];
  return ['vitest', 'run', '--project', 'screens', ...changed];
}
