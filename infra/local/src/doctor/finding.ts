/** The result of one check: the state, and a fix if it is not well. */
export interface Finding {
  name: string;
  state: 'well' | 'note' | 'ill';
  words: string;
  fix?: string;
}

export const well = (name: string, words: string): Finding => ({ name, state: 'well', words });
export const note = (name: string, words: string): Finding => ({ name, state: 'note', words });
export const ill = (name: string, words: string, fix: string): Finding => ({
  name,
  state: 'ill',
  words,
  fix,
});

/** Why something failed, in one line. */
export function reason(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';
}
