/** The result of one check: the state, and a fix if it is not well. */
export interface Finding {
  name: string;
  state: 'well' | 'note' | 'ill';
  message: string;
  fix?: string;
}

export const well = (name: string, message: string): Finding => ({ name, state: 'well', message });
export const note = (name: string, message: string): Finding => ({ name, state: 'note', message });
export const ill = (name: string, message: string, fix: string): Finding => ({
  name,
  state: 'ill',
  message,
  fix,
});

/** Why something failed, in one line. */
export function reason(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';
}
