import { dictionary } from '@zxcvbn-ts/language-common';

const common = new Set(dictionary['passwords-common'] as readonly string[]);

/** True for the 50,000 most common passwords, also with digits or symbols around them. */
export function isCommonPassword(password: string): boolean {
  const folded = password.normalize('NFC').toLowerCase();
  const core = folded.replace(/^[\d\p{P}\p{S}]+|[\d\p{P}\p{S}]+$/gu, '');
  return common.has(folded) || (core.length >= 4 && common.has(core) && folded.length - core.length <= 4);
}
