import { resolve } from 'node:path';

/** Absolute path of the checkout, independent of the working directory. */
export const repositoryRoot = resolve(import.meta.dirname, '../../..');
