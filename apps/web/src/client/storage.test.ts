import { afterEach, expect, it, vi } from 'vitest';
import { localStore, readCookies, serviceWorkers, writeCookie } from './storage.ts';

/** A browser store. `setItem` may refuse. */
function storeWith(setItem: (name: string, value: string) => void = () => {}) {
  const stored: Record<string, string> = {};
  const store = {
    getItem: (name: string) => stored[name] ?? null,
    setItem(name: string, value: string) {
      setItem(name, value);
      stored[name] = value;
    },
    removeItem: (name: string) => void delete stored[name],
  };
  for (const name of Object.keys(store)) Object.defineProperty(store, name, { enumerable: false });
  return new Proxy(store, {
    ownKeys: () => Object.keys(stored),
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });
}

/** Makes reading a property throw, as browsers do where site data is blocked. */
function block(target: object, name: string): void {
  const get = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  };
  Object.defineProperty(target, name, { configurable: true, get });
}

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(globalThis, 'localStorage');
  localStore.remove('tone');
});

it('keeps a value for the page where the store is blocked', () => {
  block(globalThis, 'localStorage');
  expect(localStore.set('tone', 'dark')).toBe(false);
  expect(localStore.get('tone')).toBe('dark');
  expect(localStore.names()).toEqual(['tone']);
  localStore.remove('tone');
  expect(localStore.get('tone')).toBeNull();
});

it('keeps the old value where the store is full', () => {
  let isFull = false;
  const store = storeWith(() => {
    if (isFull) throw new DOMException('full', 'QuotaExceededError');
  });
  vi.stubGlobal('localStorage', store);
  expect(localStore.set('tone', 'light')).toBe(true);
  isFull = true;
  expect(localStore.set('tone', 'dark')).toBe(false);
  expect(localStore.get('tone')).toBe('light');
  expect(localStore.names()).toEqual(['tone']);
});

it('gives undefined for a stored value that is not JSON', () => {
  vi.stubGlobal('localStorage', storeWith());
  localStore.set('tone', '{"a":1}');
  expect(localStore.getJson('tone')).toEqual({ a: 1 });
  localStore.set('tone', '{"a":');
  expect(localStore.getJson('tone')).toBeUndefined();
});

it('has no cookies and no service workers where the browser refuses them', () => {
  const document = {};
  const navigator = {};
  block(document, 'cookie');
  block(navigator, 'serviceWorker');
  vi.stubGlobal('document', document);
  vi.stubGlobal('navigator', navigator);
  expect(() => writeCookie('a=b')).not.toThrow();
  expect(readCookies()).toBe('');
  expect(serviceWorkers()).toBeUndefined();
});
