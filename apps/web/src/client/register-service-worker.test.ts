// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** A worker whose installation ends as the test says. */
class Worker extends EventTarget {
  state: ServiceWorkerState = 'installing';
  become(state: ServiceWorkerState) {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

type Registering = ServiceWorkerContainer['register'];
const register = vi.fn<Registering>();
const installs = (worker: Worker) =>
  ({ active: null, waiting: null, installing: worker }) as unknown as ServiceWorkerRegistration;
let isServerThere = true;

/** Starts the module as a page does. */
async function start() {
  vi.resetModules();
  const { installServiceWorker } = await import('./register-service-worker.ts');
  const onDone = vi.fn<() => void>();
  void installServiceWorker().then(onDone);
  await vi.advanceTimersByTimeAsync(0);
  return onDone;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubEnv('PROD', true);
  register.mockReset();
  isServerThere = true;
  vi.stubGlobal('fetch', async () => {
    if (!isServerThere) throw new TypeError('Failed to fetch');
    return new Response();
  });
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { register } });
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

it('registers again when the files of the worker did not all arrive', async () => {
  const [broken, whole] = [new Worker(), new Worker()];
  register.mockResolvedValueOnce(installs(broken)).mockResolvedValueOnce(installs(whole));
  const onDone = await start();
  broken.become('redundant');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(register).toHaveBeenCalledTimes(2);
  expect(onDone).not.toHaveBeenCalled();
  whole.become('activated');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(onDone).toHaveBeenCalledOnce();
  expect(register).toHaveBeenCalledTimes(2);
});

it('registers again at once when the network is back', async () => {
  const worker = new Worker();
  register.mockRejectedValueOnce(new TypeError('script load failed')).mockResolvedValueOnce(installs(worker));
  const onDone = await start();
  dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  worker.become('activated');
  await vi.advanceTimersByTimeAsync(0);
  expect(onDone).toHaveBeenCalledOnce();
});

it('waits for the server, and gives up after five tries while it answers', async () => {
  register.mockRejectedValue(new TypeError('script load failed'));
  isServerThere = false;
  const onDone = await start();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(register).toHaveBeenCalledOnce();
  isServerThere = true;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(register).toHaveBeenCalledTimes(5);
  expect(onDone).toHaveBeenCalledOnce();
});

it('ends when the browser refuses the worker or has none', async () => {
  register.mockRejectedValue(new DOMException('private mode', 'SecurityError'));
  expect(await start()).toHaveBeenCalledOnce();
  expect(register).toHaveBeenCalledOnce();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  expect(await start()).toHaveBeenCalledOnce();
});
