import type { Result, SendOutput } from '@heartline/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { draft, settle } from '../../../testing/outbox-tab.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { createMemoryStore, type OutboxEntry, type OutboxStore } from './outbox-store.ts';

const KEY = '00000000-0000-4000-8000-000000000001';
const NONE = { credits: 0, premium: true };
const BOUGHT = { credits: 60, premium: true };

/** A server with a balance: one key is stored and paid once, whatever arrives twice. */
class Server {
  credits = 0;
  readonly stored = new Map<string, OutboxEntry>();
  tries = 0;
  /** Answers to lose, although the message is stored. */
  lost = 0;

  send = async (entry: OutboxEntry): Promise<Result<SendOutput>> => {
    this.tries += 1;
    await Promise.resolve();
    if (!this.stored.has(entry.clientId)) {
      if (this.credits < entry.credits) return { ok: false, refusal: { code: 'NOT_ENOUGH_CREDITS' } };
      this.credits -= entry.credits;
      this.stored.set(entry.clientId, entry);
    }
    if (this.lost > 0) {
      this.lost -= 1;
      throw new Error('server unreachable');
    }
    return { ok: true, value: { message: { clientId: entry.clientId } } as SendOutput };
  };
}

/** The tabs of one browser, over one store. */
class Browser {
  readonly server = new Server();
  readonly store: OutboxStore = createMemoryStore();
  readonly tabs: Outbox[] = [];
  readonly timers: (() => void)[] = [];

  open(): Outbox {
    const tab: Outbox = createOutbox({
      member: 'm',
      store: this.store,
      isReachable: () => true,
      send: this.server.send,
      onSent: () => {},
      publish: (news) => {
        for (const other of this.tabs) if (other !== tab) other.receive(news);
      },
      newKey: () => KEY,
      now: () => 0,
      schedule: (run) => {
        this.timers.push(run);
        return () => void this.timers.splice(this.timers.indexOf(run), 1);
      },
    });
    this.tabs.push(tab);
    return tab;
  }

  kill(tab: Outbox) {
    tab.stop();
    this.tabs.splice(this.tabs.indexOf(tab), 1);
  }

  tick() {
    for (const run of this.timers.splice(0)) run();
  }
}

/** A message left waiting in a tab that sends. */
async function leftWaiting() {
  const browser = new Browser();
  const tab = browser.open();
  await tab.lead();
  await tab.fundsChanged(NONE);
  await tab.hold(draft('Yes!'), KEY);
  await settle();
  return { browser, tab, server: browser.server };
}

describe('a message left waiting for credits', () => {
  it('is not tried before they arrive, and sent once when they do', async () => {
    const { server, tab } = await leftWaiting();
    expect([server.tries, tab.entries()[0]?.state]).toEqual([0, 'held']);
    server.credits = 60;
    await tab.fundsChanged(BOUGHT);
    await tab.fundsChanged(BOUGHT);
    await settle();
    expect([server.tries, server.credits, tab.entries().length]).toEqual([1, 59, 0]);
  });

  it('is sent when the credits arrived before it was stored', async () => {
    const browser = new Browser();
    const tab = browser.open();
    await tab.lead();
    browser.server.credits = 60;
    await tab.fundsChanged(BOUGHT);
    await tab.hold(draft('Yes!'), KEY);
    await settle();
    expect([...browser.server.stored.keys()]).toEqual([KEY]);
  });

  it('is never sent once the member has cancelled it', async () => {
    const { server, tab } = await leftWaiting();
    expect(await tab.discard(KEY)).toBe(true);
    server.credits = 60;
    await tab.fundsChanged(BOUGHT);
    await settle();
    expect(server.tries).toBe(0);
  });

  it('waits on when the payment brings fewer credits than it costs', async () => {
    const browser = new Browser();
    const tab = browser.open();
    await tab.lead();
    await tab.fundsChanged(NONE);
    await tab.hold({ ...draft('A rose'), credits: 3 }, KEY);
    await tab.fundsChanged({ ...BOUGHT, credits: 2 });
    await settle();
    expect([browser.server.tries, tab.entries()[0]?.state]).toEqual([0, 'held']);
  });

  it('is sent after a reload by a tab that learns of the credits', async () => {
    const { browser, tab, server } = await leftWaiting();
    browser.kill(tab);
    server.credits = 60;
    const next = browser.open();
    await next.lead();
    await next.fundsChanged(BOUGHT);
    await settle();
    expect([...server.stored.keys()]).toEqual([KEY]);
  });
});

type Step = 'credits' | 'again' | 'reload' | 'second tab' | 'answer lost' | 'tick' | 'cancel' | 'hold again';
const step = fc.constantFrom<Step>(
  'credits',
  'again',
  'reload',
  'second tab',
  'answer lost',
  'tick',
  'cancel',
  'hold again',
);

it('sends and charges a waiting message once in any order, unless it is cancelled', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const { browser, server } = await leftWaiting();
      let wasCancelled = false;
      let hasArrived = false;
      const funds = () => (hasArrived ? { ...BOUGHT, credits: server.credits } : NONE);
      const publishFunds = () => Promise.all(browser.tabs.map((tab) => tab.fundsChanged(funds())));
      const act: Record<Step, () => unknown> = {
        credits: () => {
          if (!hasArrived) server.credits += 60;
          hasArrived = true;
          return publishFunds();
        },
        again: publishFunds,
        reload: async () => {
          while (browser.tabs[0]) browser.kill(browser.tabs[0]);
          await browser.open().lead();
          return publishFunds();
        },
        'second tab': () => browser.open(),
        'answer lost': () => (server.lost += 1),
        tick: () => browser.tick(),
        cancel: async () => {
          const isGone = await browser.tabs[0]?.discard(KEY);
          wasCancelled ||= isGone === true;
        },
        'hold again': async () => {
          // The button pressed twice: under its own key a second copy is the same message.
          if (!wasCancelled) await browser.tabs[0]?.hold(draft('Yes!'), KEY);
        },
      };
      for (const one of steps) await act[one]();
      await act.credits();
      for (let n = 0; n < 20 && browser.tabs[0]?.entries().length; n += 1) {
        server.lost = 0;
        browser.tick();
        await settle();
      }
      expect(server.stored.size).toBe(wasCancelled ? 0 : 1);
      expect(server.credits).toBe(wasCancelled ? 60 : 59);
    }),
    { numRuns: 60 },
  );
});
