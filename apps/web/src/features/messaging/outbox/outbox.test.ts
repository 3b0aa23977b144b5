import { clientId as clientIdShape, type Refusal, type Result, type SendOutput } from '@heartline/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { draft } from '../../../testing/outbox-tab.ts';
import { createOutbox, type Outbox, type OutboxNews } from './outbox.ts';
import { createMemoryStore, type OutboxEntry, type OutboxStore } from './outbox-store.ts';

const ME = 'f'.repeat(24);
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Outcome of one try: stored, stored with its answer lost, lost before the server, or refused. */
type Fate = 'stored' | 'answer lost' | 'lost' | Refusal['code'];

/** Fake server that keeps the contract: one key, one message. */
class Server {
  stored = new Map<string, OutboxEntry>();
  tries: OutboxEntry[] = [];
  fates: Fate[] = [];

  isReachable = () => this.isUp;
  isUp = true;

  send = async (input: OutboxEntry): Promise<Result<SendOutput>> => {
    this.tries.push(input);
    const fate = this.fates.shift() ?? 'stored';
    if (fate === 'lost') throw new Error('server unreachable');
    const isRefused = fate !== 'stored' && fate !== 'answer lost' && !this.stored.has(input.clientId);
    if (isRefused) return { ok: false, refusal: { code: fate } };
    this.stored.set(input.clientId, input);
    if (fate === 'answer lost') throw new Error('server unreachable');
    return { ok: true, value: { message: { clientId: input.clientId } } as SendOutput };
  };

  texts = () => [...this.stored.values()].map((input) => input.text);
}

/** Tabs of one browser with a shared store and messages between them. */
class Browser {
  store: OutboxStore = createMemoryStore();
  server = new Server();
  tabs: Outbox[] = [];
  timers: (() => void)[] = [];
  sent: string[] = [];
  keys = 0;

  open(): Outbox {
    const tab: Outbox = createOutbox({
      member: ME,
      store: this.store,
      isReachable: this.server.isReachable,
      send: this.server.send,
      onSent: ({ message }) => this.sent.push(message.clientId),
      publish: (news: OutboxNews) => {
        for (const other of this.tabs) if (other !== tab && news.kind === 'changed') other.receive(news);
      },
      newKey: () => {
        this.keys += 1;
        return `00000000-0000-4000-8000-${String(this.keys).padStart(12, '0')}`;
      },
      now: () => 0,
      schedule: (run) => {
        this.timers.push(run);
        return () => this.timers.splice(this.timers.indexOf(run), 1);
      },
    });
    this.tabs.push(tab);
    return tab;
  }

  /** Kills a tab without notice. */
  kill(tab: Outbox) {
    tab.stop();
    this.tabs.splice(this.tabs.indexOf(tab), 1);
  }

  async tick() {
    for (const run of this.timers.splice(0)) run();
    await settle();
  }
}

describe('outbox', () => {
  it('sends in order, one at a time to each person', async () => {
    const browser = new Browser();
    const tab = browser.open();
    void tab.lead();
    await Promise.all([tab.add(draft('one')), tab.add(draft('two')), tab.add(draft('hello', 'b'))]);
    await settle();
    expect(browser.server.texts().filter((text) => text !== 'hello')).toEqual(['one', 'two']);
    expect(browser.server.texts()).toContain('hello');
    expect(tab.entries()).toEqual([]);
  });

  it('keeps messages written offline and sends them once when reconnected', async () => {
    const browser = new Browser();
    const tab = browser.open();
    void tab.lead();
    browser.server.fates = ['lost', 'lost', 'lost'];
    await tab.add(draft('one'));
    await tab.add(draft('two'));
    await settle();
    await browser.tick();
    await browser.tick();
    expect(tab.entries().map((entry) => entry.state)).toEqual(['waiting', 'waiting']);
    tab.wake();
    await settle();
    expect(browser.server.texts()).toEqual(['one', 'two']);
    expect(browser.timers).toEqual([]);
  });

  it('repeats under the same key when the answer was lost', async () => {
    const browser = new Browser();
    const tab = browser.open();
    void tab.lead();
    browser.server.fates = ['answer lost', 'answer lost'];
    await tab.add(draft('one'));
    await settle();
    await browser.tick();
    await browser.tick();
    expect(browser.server.tries).toHaveLength(3);
    expect(browser.server.stored.size).toBe(1);
  });

  it('sends the messages of a killed tab from the next one under the same key', async () => {
    const browser = new Browser();
    const first = browser.open();
    void first.lead();
    browser.server.fates = ['answer lost'];
    await first.add(draft('one'));
    await settle();
    browser.kill(first);
    const second = browser.open();
    await settle();
    expect(second.entries()).toHaveLength(1);
    void second.lead();
    await settle();
    expect(browser.server.stored.size).toBe(1);
    expect(second.entries()).toEqual([]);
  });

  it('sends from one tab what another wrote, and shows it in both', async () => {
    const browser = new Browser();
    const leader = browser.open();
    const other = browser.open();
    void leader.lead();
    browser.server.fates = ['lost'];
    await other.add(draft('one'));
    await settle();
    expect(leader.entries().map((entry) => entry.text)).toEqual(['one']);
    await browser.tick();
    expect(browser.server.texts()).toEqual(['one']);
    await settle();
    expect(other.entries()).toEqual([]);
  });

  it('sends an expired message again as the same bubble under the next key', async () => {
    const browser = new Browser();
    const tab = browser.open();
    void tab.lead();
    browser.server.fates = ['SEND_EXPIRED', 'SEND_EXPIRED'];
    await tab.add(draft('one'));
    await settle();
    const [first, second, third] = browser.server.tries.map((input) => input.clientId);
    expect([second, third]).toEqual([`${first}.2`, `${first}.3`]);
    expect(clientIdShape.safeParse(third).success).toBe(true);
    expect(browser.server.texts()).toEqual(['one']);
  });

  it('holds without credits, keeps the order, and goes on after a purchase', async () => {
    const browser = new Browser();
    const tab = browser.open();
    void tab.lead();
    browser.server.fates = ['NOT_ENOUGH_CREDITS'];
    await tab.add(draft('one'));
    await settle();
    await tab.add(draft('two'));
    await settle();
    expect(browser.server.stored.size).toBe(0);
    expect(tab.entries().map((entry) => entry.state)).toEqual(['held', 'waiting']);
    expect(tab.entries()[0]?.refusal?.code).toBe('NOT_ENOUGH_CREDITS');
    await tab.fundsChanged({ credits: 0, premium: false });
    await settle();
    expect(browser.server.stored.size).toBe(0);
    await tab.fundsChanged({ credits: 25, premium: true });
    await settle();
    expect(browser.server.texts()).toEqual(['one', 'two']);
  });

  it('holds a message over the conversation limit until the member is premium', async () => {
    const browser = new Browser();
    const tab = browser.open();
    void tab.lead();
    browser.server.fates = ['CONVERSATION_LIMIT'];
    await tab.add(draft('one'));
    await settle();
    await tab.fundsChanged({ credits: 25, premium: false });
    expect(tab.entries()[0]?.state).toBe('held');
    await tab.fundsChanged({ credits: 25, premium: true });
    await settle();
    expect(browser.server.texts()).toEqual(['one']);
  });

  it('leaves a refused message to the member, and sends the next ones', async () => {
    const browser = new Browser();
    const tab = browser.open();
    void tab.lead();
    browser.server.fates = ['MESSAGE_TOO_LONG'];
    await tab.add(draft('one'));
    await tab.add(draft('two'));
    await settle();
    expect(browser.server.texts()).toEqual(['two']);
    const [failed] = tab.entries();
    expect(failed).toMatchObject({ text: 'one', state: 'failed', refusal: { code: 'MESSAGE_TOO_LONG' } });
    expect(await tab.edit(failed!.key, 'shorter')).toBe(true);
    await settle();
    expect(browser.server.tries.at(-1)).toMatchObject({ text: 'shorter', clientId: failed!.clientId });
    expect(tab.entries()).toEqual([]);
  });

  it('sends an answer without its quote under the same key when that is gone', async () => {
    const browser = new Browser();
    const tab = browser.open();
    void tab.lead();
    browser.server.fates = ['QUOTE_GONE'];
    await tab.add({ ...draft('yes'), quote: { seq: 3, sender: ME, kind: 'text', text: 'Coffee?' } });
    await settle();
    const [failed] = tab.entries();
    expect(failed).toMatchObject({ state: 'failed', quote: { seq: 3 } });
    await tab.retry(failed!.key);
    await settle();
    const last = browser.server.tries.at(-1);
    expect(last).toMatchObject({ text: 'yes', clientId: failed!.clientId });
    expect(last).not.toHaveProperty('quote');
  });

  it('asks after a changed price before any later message is sent', async () => {
    const browser = new Browser();
    const tab = browser.open();
    void tab.lead();
    browser.server.fates = ['PRICE_CHANGED'];
    await tab.add(draft('one'));
    await tab.add(draft('two'));
    await settle();
    expect(browser.server.texts()).toEqual([]);
    const [failed] = tab.entries();
    await tab.retry(failed!.key, { credits: 2 });
    await settle();
    expect(browser.server.tries.at(1)).toMatchObject({
      text: 'one',
      credits: 2,
      clientId: failed!.clientId,
    });
    expect(browser.server.texts()).toEqual(['one', 'two']);
  });

  it('sends without a question when the price fell to the agreed one', async () => {
    const browser = new Browser();
    const tab = browser.open();
    void tab.lead();
    browser.server.fates = ['PRICE_CHANGED'];
    for (const one of [{ ...draft('one'), credits: 2 }, draft('two')]) await tab.add(one);
    await settle();
    const { key } = tab.entries()[0]!;
    await tab.priced(key, 3);
    expect(tab.entries()[0]).toMatchObject({ credits: 2, refusal: { values: { credits: 3 } } });
    await tab.priced(key, 2);
    await settle();
    expect(browser.server.tries.map(({ clientId }) => clientId).slice(0, 2)).toEqual([key, key]);
    expect(browser.server.texts()).toEqual(['one', 'two']);
  });

  it('sends once the price fell to the credits left, reported by any tab', async () => {
    const browser = new Browser();
    const leader = browser.open();
    const other = browser.open();
    void leader.lead();
    browser.server.fates = ['NOT_ENOUGH_CREDITS'];
    for (const tab of browser.tabs) await tab.fundsChanged({ credits: 2, premium: true });
    await leader.add({ ...draft('one'), credits: 4 });
    await settle();
    const { key } = other.entries()[0]!;
    await other.priced(key, 5);
    expect(other.entries()[0]).toMatchObject({ state: 'held', credits: 4 });
    await other.priced(key, 3);
    expect(other.entries()[0]).toMatchObject({ state: 'held', credits: 3 });
    await other.priced(key, 2);
    await settle();
    expect(browser.server.tries.map(({ credits }) => credits)).toEqual([4, 2]);
    expect(browser.server.texts()).toEqual(['one']);
  });

  it('edits and deletes in any tab what was never sent, but nothing else', async () => {
    const browser = new Browser();
    const leader = browser.open();
    const other = browser.open();
    void leader.lead();
    browser.server.isUp = false;
    for (const text of ['one', 'two', 'three']) await leader.add(draft(text));
    await settle();
    const [one, two, three] = other.entries();
    expect(await other.edit(two!.key, 'two, better')).toBe(true);
    expect(await other.discard(three!.key)).toBe(true);
    browser.server.isUp = true;
    browser.server.fates = ['answer lost'];
    leader.wake();
    await settle();
    expect(await other.edit(one!.key, 'one, better')).toBe(false);
    expect(await leader.discard(one!.key)).toBe(false);
    await browser.tick();
    expect(browser.server.texts()).toEqual(['one', 'two, better']);
    expect(leader.entries()).toEqual([]);
  });

  it('gives an edit a new key when the old text turns out to be stored', async () => {
    const browser = new Browser();
    const tab = browser.open();
    void tab.lead();
    browser.server.fates = ['NOT_ENOUGH_CREDITS', 'KEY_REUSED'];
    await tab.add(draft('one'));
    await settle();
    const key = tab.entries()[0]!.key;
    await tab.edit(key, 'one, better');
    await tab.fundsChanged({ credits: 5, premium: false });
    await settle();
    const [failed] = tab.entries();
    expect(failed).toMatchObject({ text: 'one, better', state: 'failed', refusal: { code: 'KEY_REUSED' } });
    expect(failed!.key).not.toBe(key);
    expect(browser.server.tries.at(-1)?.clientId).toBe(key);
    await tab.retry(failed!.key);
    await settle();
    expect(browser.server.tries.at(-1)?.clientId).toBe(failed!.key);
  });

  it('sends nothing after another tab became leader', async () => {
    const browser = new Browser();
    const tab = browser.open();
    void tab.lead();
    tab.follow();
    await tab.add(draft('one'));
    await settle();
    expect(browser.server.tries).toEqual([]);
    expect(tab.entries()).toHaveLength(1);
  });

  it('deletes a failed message, but nothing that may be stored', async () => {
    const browser = new Browser();
    const tab = browser.open();
    void tab.lead();
    browser.server.fates = ['RECIPIENT_GONE', 'lost'];
    await tab.add(draft('one'));
    await settle();
    await tab.add(draft('two'));
    await settle();
    for (const { key } of tab.entries()) await tab.discard(key);
    expect(tab.entries().map((entry) => entry.text)).toEqual(['two']);
  });

  it('stores each message once and in order through cuts, kills and expiries', async () => {
    const fate = fc.constantFrom<Fate>('stored', 'answer lost', 'lost', 'SEND_EXPIRED', 'RATE_LIMITED');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fate, { maxLength: 8 }),
        fc.array(fc.boolean(), { maxLength: 8 }),
        async (fates, kills) => {
          const browser = new Browser();
          let tab = browser.open();
          void tab.lead();
          browser.server.fates = [...fates];
          const texts = ['one', 'two', 'three'];
          for (const text of texts) await tab.add(draft(text));
          for (const isKilled of [...kills, ...fates.map(() => false), false]) {
            await settle();
            if (isKilled) {
              browser.kill(tab);
              tab = browser.open();
              void tab.lead();
            }
            await browser.tick();
          }
          await settle();
          expect(browser.server.texts()).toEqual(texts);
          expect(tab.entries()).toEqual([]);
        },
      ),
      { numRuns: 60 },
    );
  });
});
