/**
 * What this browser remembers of being signed in, across visits: `1` while a member is, `leaving` from signing out until
 * nothing of them is left here.
 */
const NAME = 'signed-in';

/** Whether the last visit ended signed in: decides what is drawn before the server has answered. */
export function wasSignedIn(): boolean {
  return localStorage.getItem(NAME) === '1';
}

/** Whether something of a member may be stored in this browser. */
export function isAnythingLeft(): boolean {
  return localStorage.getItem(NAME) !== null;
}

export function rememberSignedIn(state: '1' | 'leaving'): void {
  localStorage.setItem(NAME, state);
}

/** Nothing is left of who signed out; unless somebody signed in meanwhile. */
export function forgetSignedIn(): void {
  if (!wasSignedIn()) localStorage.removeItem(NAME);
}

/** Runs when a member is signed out in another tab. Returns how to stop. */
export function onSignedOutElsewhere(run: () => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === NAME && newValue !== '1') run();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}
