/**
 * Named places where a test kills or freezes the process, to prove the effect of a crash between two steps. Off unless
 * the service's configuration arms one, which production never does.
 */
export type FailpointAction = 'kill' | 'freeze';

const armed = new Map<string, FailpointAction>();

/** Arms failpoints from `name=kill,name=freeze`; an empty text arms none. */
export function armFailpoints(spec: string): void {
  armed.clear();
  for (const part of spec.split(',').filter(Boolean)) {
    const [name, action] = part.split('=');
    if (!name || (action !== 'kill' && action !== 'freeze')) {
      throw new Error(`Failpoint "${part}" is not name=kill or name=freeze.`);
    }
    armed.set(name, action);
  }
}

/** A place that may fail. Costs one look-up in an empty map when nothing is armed. */
export function failpoint(name: string): void {
  if (armed.size === 0) return;
  const action = armed.get(name);
  if (action === 'kill') process.kill(process.pid, 'SIGKILL');
  if (action === 'freeze') process.kill(process.pid, 'SIGSTOP');
}
