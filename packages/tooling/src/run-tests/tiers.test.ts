import { globSync } from 'node:fs';
import { expect, it } from 'vitest';
import config from '../../../../vitest.config.ts';
import { repositoryRoot } from '../repository-root.ts';
import { findTestFiles } from '../spec/test-files.ts';
import { TIERS } from './tiers.ts';

type Project = { test: { name: string; include: string[]; exclude?: string[] } };
const projects = (config.test?.projects ?? []).map((project) => (project as Project).test);

it('runs each project of vitest.config.ts in exactly one tier', () => {
  expect(Object.values(TIERS).flat(2).toSorted()).toEqual(projects.map(({ name }) => name).toSorted());
});

it('has each test file in exactly one project', async () => {
  const projectsOf = new Map((await findTestFiles(repositoryRoot)).map((file) => [file, [] as string[]]));
  expect(projectsOf.size).toBeGreaterThan(500);
  for (const { name, include, exclude = ['**/node_modules/**'] } of projects)
    for (const file of globSync(include, { cwd: repositoryRoot, exclude })) projectsOf.get(file)?.push(name);
  const wrong = [...projectsOf].filter(([, names]) => names.length !== 1);
  expect(wrong).toEqual([]);
});
