import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createFallbackStore } from './fallback-store.ts';
import { createMemoryStore, type NewEntry, type OutboxStore } from './outbox-store.ts';

const ME = 'f'.repeat(24);
const entry = (text: string): NewEntry => ({
  key: text,
  clientId: text,
  kind: 'text',
  member: ME,
  profile: 'a'.repeat(24),
  name: 'Ada',
  conversation: 'c',
  text,
  credits: 1,
  fictionalConfirmed: false,
  createdAt: 0,
  state: 'waiting',
});

/** A database that can be made full or closed. */
function database() {
  const rows = createMemoryStore();
  const state = { isFull: false, opened: 0, letGo: 0, isClosed: false };
  const open = async (): Promise<OutboxStore> => {
    state.opened += 1;
    state.isClosed = false;
    const check = () => {
      if (state.isClosed) throw new DOMException('The database connection is closing.', 'InvalidStateError');
    };
    return {
      add: async (one) => {
        check();
        if (state.isFull) throw new DOMException('full', 'QuotaExceededError');
        return rows.add(one);
      },
      all: async (member) => {
        check();
        return rows.all(member);
      },
      change: async (order, change) => {
        check();
        return rows.change(order, (stored) => {
          const next = change(stored);
          if (state.isFull && next !== undefined) throw new DOMException('full', 'QuotaExceededError');
          return next;
        });
      },
      close: () => void (state.letGo += 1),
    };
  };
  return { state, open };
}

const texts = async (store: OutboxStore) => (await store.all(ME)).map((one) => one.text);

describe('store with fallback', () => {
  it('changes an entry in memory while the database is full, then in the database', async () => {
    const { state, open } = database();
    const store = createFallbackStore(open);
    await store.add(entry('one'));
    await store.add(entry('two'));
    const [one, two] = (await store.all(ME)).map(({ order }) => order) as [number, number];
    state.isFull = true;
    const edited = (text: string) => store.change(one, (stored) => ({ ...stored, text: stored.text + text }));
    expect((await edited(' more'))?.text).toBe('one more');
    expect((await store.change(two, () => null))?.text).toBe('two');
    expect(await store.change(two, (stored) => stored)).toBeUndefined();
    expect(await store.change(one, () => undefined)).toBeUndefined();
    expect(await texts(store)).toEqual(['one more']);
    // Another tab sees the stored entries.
    expect(await texts(createFallbackStore(open))).toEqual(['one', 'two']);
    state.isFull = false;
    expect((await edited(' again'))?.text).toBe('one more again');
    expect(await store.change(two, (stored) => stored)).toBeUndefined();
    for (const any of [store, createFallbackStore(open)])
      expect(await texts(any)).toEqual(['one more again']);
  });

  it('keeps new entries in memory, in order and marked, while the database is full', async () => {
    const { state, open } = database();
    const store = createFallbackStore(open);
    await store.add(entry('one'));
    await store.all(ME);
    state.isFull = true;
    await store.add(entry('two'));
    await store.add(entry('three'));
    state.isFull = false;
    await store.add(entry('four'));
    expect(await texts(store)).toEqual(['one', 'two', 'three', 'four']);
    // Only one of the opened connections is left.
    expect(state.opened - state.letGo).toBe(1);
    expect((await store.all(ME)).map((one) => one.isUnsaved ?? false)).toEqual([false, true, true, false]);
    for (const { order } of await store.all(ME)) await store.change(order, () => null);
    expect(await texts(store)).toEqual([]);
  });

  it('works without any storage', async () => {
    const store = createFallbackStore(() => Promise.reject(new DOMException('no', 'SecurityError')));
    await store.add(entry('one'));
    const [one] = await store.all(ME);
    expect(one).toMatchObject({ text: 'one', isUnsaved: true });
    expect(await store.change(one!.order, (held) => ({ ...held, text: 'uno' }))).toMatchObject({
      text: 'uno',
    });
  });

  it('waits once for a database that does not open, and uses it when it opens late', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { state, open } = database();
    const opening = Promise.withResolvers<void>();
    const onLateAnswer = vi.fn<() => void>();
    const store = createFallbackStore(() => opening.promise.then(open), onLateAnswer);
    const begun = store.add(entry('one'));
    await vi.advanceTimersByTimeAsync(3_000);
    await begun;
    await store.add(entry('two'));
    expect((await store.all(ME)).map(({ text, isUnsaved }) => [text, isUnsaved])).toEqual([
      ['one', true],
      ['two', true],
    ]);
    expect(onLateAnswer).not.toHaveBeenCalled();
    opening.resolve();
    await vi.advanceTimersByTimeAsync(0);
    expect(onLateAnswer).toHaveBeenCalledOnce();
    await store.add(entry('three'));
    expect(await texts(store)).toEqual(['one', 'two', 'three']);
    expect(await texts(createFallbackStore(open))).toEqual(['three']);
    expect(state.opened).toBe(2);
  });

  it('keeps an entry once when the database stores it after the timeout', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { state, open } = database();
    const answering = Promise.withResolvers<void>();
    let isSilent = false;
    const onLateAnswer = vi.fn<() => void>();
    const store = createFallbackStore(async () => {
      const rows = await open();
      return {
        ...rows,
        add: async (one) => {
          if (isSilent) await answering.promise;
          return rows.add(one);
        },
        all: async (member) => {
          if (isSilent) await answering.promise;
          return rows.all(member);
        },
      };
    }, onLateAnswer);
    await store.add(entry('one'));
    expect(await texts(store)).toEqual(['one']);
    isSilent = true;
    const begun = store.add(entry('two'));
    await vi.advanceTimersByTimeAsync(3_000);
    await begun;
    // It is not waited for again at once, which would delay every later call.
    expect((await store.all(ME)).map(({ text, isUnsaved = false }) => [text, isUnsaved])).toEqual([
      ['one', false],
      ['two', true],
    ]);
    isSilent = false;
    answering.resolve();
    await vi.advanceTimersByTimeAsync(0);
    expect(onLateAnswer).toHaveBeenCalledOnce();
    expect((await store.all(ME)).map(({ text, isUnsaved = false }) => [text, isUnsaved])).toEqual([
      ['one', false],
      ['two', false],
    ]);
    expect(state.opened).toBe(2);
  });

  it('asks a database that hung again after 30 s, and reloads its entries', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { open } = database();
    const before = await open();
    await before.add(entry('of the last visit'));
    let isHung = true;
    const onLateAnswer = vi.fn<() => void>();
    const store = createFallbackStore(async () => {
      const rows = await open();
      return { ...rows, all: (member) => (isHung ? new Promise(() => {}) : rows.all(member)) };
    }, onLateAnswer);
    const shown = store.all(ME);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await shown).toEqual([]);
    isHung = false;
    expect(await texts(store)).toEqual([]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(onLateAnswer).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(onLateAnswer).toHaveBeenCalledOnce();
    expect(await texts(store)).toEqual(['of the last visit']);
  });

  it('opens a database again that was closed by the browser', async () => {
    const { state, open } = database();
    const store = createFallbackStore(open);
    await store.add(entry('one'));
    state.isClosed = true;
    await store.add(entry('two'));
    expect(await texts(store)).toEqual(['one', 'two']);
    expect((await store.all(ME)).some((one) => one.isUnsaved)).toBe(false);
    expect(state.opened).toBe(2);
  });
});
