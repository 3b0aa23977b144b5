import { resolve } from 'node:path';

/** Absolute path of the checkout, wherever a command is started from. */
export const repositoryRoot = resolve(import.meta.dirname, '../../..');
