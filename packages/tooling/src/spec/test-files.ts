import { glob } from 'node:fs/promises';

/** Paths, relative to `root`, of all tests: unit, integration and browser. */
export async function findTestFiles(root: string): Promise<string[]> {
  const tests = glob('{apps,services,packages,infra,load-tests}/**/*.test.{ts,tsx}', {
    cwd: root,
    exclude: (path) => path.endsWith('node_modules') || path.endsWith('dist'),
  });
  const paths: string[] = [];
  for await (const path of tests) paths.push(path);
  return paths.sort();
}
