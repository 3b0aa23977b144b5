import { beforeEach, describe, expect, it, vi } from 'vitest';
import { MemberDevice, type Surroundings } from './member-device.ts';
import { Tally } from './tally.ts';

/** A connection of the device: the frames it sent, and functions that play the gateway. */
interface OpenLine {
  gateway: number;
  sent: string[];
  say(text: string): void;
  cut(): void;
}

const names = {
  focusChanged: 'focus',
  messageSend: 'send',
  messageCreated: 'created',
  conversationRead: 'read',
  conversationReceive: 'receive',
  conversationDelivered: 'delivered',
  conversationType: 'typing',
};
const OPEN = '0{"pingInterval":25000,"pingTimeout":20000}';
const FOCUS = '420["focus",{"focused":true,"conversation":null}]';
const created = (seq: number, clientId: string, sender = 'b') =>
  `42["created",{"message":{"conversation":"c","seq":${seq},"sender":"${sender}","clientId":"${clientId}","text":"x"}}]`;

describe('a member’s device', () => {
  let lines: OpenLine[] = [];
  let found: string[] = [];
  let fetched: { messages: object[]; lastSeq: number } | undefined;
  let asked: number[] = [];
  let listed: string[] | undefined;
  let tally: Tally;
  let device: MemberDevice;
  let around: Surroundings;

  const line = () => lines.at(-1) as OpenLine;
  const letIn = () => {
    line().say(OPEN);
    line().say('40{"sid":"x"}');
  };
  const clientIdOf = (frame: string | undefined) => /"clientId":"([^"]+)"/.exec(frame ?? '')?.[1] ?? '';
  const ackIdOf = (frame: string | undefined) => /^42(\d+)/.exec(frame ?? '')?.[1];
  /** Frames of messages sent on the newest connection. */
  const messages = () => line().sent.filter((frame) => frame.includes('"send"'));

  beforeEach(() => {
    vi.useFakeTimers();
    [lines, found, asked, fetched] = [[], [], [], { messages: [], lastSeq: 0 }];
    listed = [];
    const report = (what: string) => () => void found.push(what);
    tally = new Tally(
      {
        acked: report('acked'),
        refused: (code) => found.push(`refused ${code}`),
        delivered: report('delivered'),
        duplicate: report('duplicate'),
        reportedAgain: report('reported again'),
        outOfOrder: report('out of order'),
        refusedAndReceived: report('refused and received'),
      },
      () => Date.now(),
    );
    around = {
      names,
      gateways: 2,
      clock: () => Date.now(),
      later: (act, ms) => void setTimeout(act, ms),
      connect(_member, gateway, onText, onCut) {
        const sent: string[] = [];
        lines.push({ gateway, sent, say: onText, cut: onCut });
        return { send: (frame) => sent.push(frame), close: onCut };
      },
      fetchAfter: async (_member, _gateway, { after }) => {
        asked.push(after);
        return fetched as Awaited<ReturnType<Surroundings['fetchAfter']>>;
      },
      list: async () => listed,
      note: {
        entered: report('entered'),
        returned: report('returned'),
        resynced: report('resynced'),
        readAcked: report('read'),
        typingAcked: report('typing'),
        receiptAcked: report('received'),
        signalRefused: (name, code) => found.push(`${name} refused ${code}`),
        putOff: report('put off'),
        unanswered: report('unanswered'),
        expired: report('expired'),
        gap: report('gap'),
        misrouted: report('misrouted'),
        notLetIn: (reason) => found.push(`not let in: ${reason}`),
      },
    };
    device = new MemberDevice({ id: 'a', peer: 'b', cookie: '', gateway: 0 }, tally, around);
    return () => vi.useRealTimers();
  });

  it('queues messages until it is let in, and answers heartbeats', () => {
    device.send(0);
    expect(line().sent).toEqual([]);
    letIn();
    line().say('2');
    expect(messages()).toHaveLength(1);
    expect(line().sent).toEqual(['40', FOCUS, ...messages(), '3']);
    expect(found).toEqual(['entered']);
  });

  it('resends after a cut through the other gateway under the same key, then the rest', async () => {
    letIn();
    for (let message = 0; message < 3; message += 1) device.send(0);
    const [first] = messages();
    line().say(`43${ackIdOf(first)}[{"ok":true,"value":{}}]`);
    const second = clientIdOf(messages()[1]);
    line().cut();
    device.send(0);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(lines.map(({ gateway }) => gateway)).toEqual([0, 1]);
    letIn();
    expect(messages().map(clientIdOf)).toEqual([second]);
    line().say(`43${ackIdOf(messages()[0])}[{"ok":true,"value":{}}]`);
    expect(messages()).toHaveLength(2);
    expect(found).toEqual(['entered', 'acked', 'unanswered', 'returned', 'acked']);
  });

  it('closes a connection without frames for the answer timeout, and reconnects', async () => {
    letIn();
    device.send(0);
    await vi.advanceTimersByTimeAsync(12_000);
    expect(lines).toHaveLength(2);
    letIn();
    expect(found).toEqual(['entered', 'unanswered', 'returned']);
    expect(messages().map(clientIdOf)).toEqual(
      lines[0]?.sent.filter((one) => one.includes('"send"')).map(clientIdOf),
    );
  });

  it('fetches missed messages after a cut and retries until the gateway answers', async () => {
    letIn();
    line().say(created(4, 'x'));
    line().cut();
    await vi.advanceTimersByTimeAsync(2_000);
    fetched = undefined;
    letIn();
    await vi.advanceTimersByTimeAsync(100);
    expect(found).not.toContain('resynced');
    fetched = { messages: [{ conversation: 'c', seq: 5, sender: 'b', clientId: 'y' }], lastSeq: 5 };
    await vi.advanceTimersByTimeAsync(500);
    expect(asked).toEqual([4, 4]);
    expect(found.at(-1)).toBe('resynced');
  });

  it('finds after a cut a conversation that began meanwhile', async () => {
    tally.sent('first', 0, 0);
    letIn();
    line().cut();
    await vi.advanceTimersByTimeAsync(2_000);
    [listed, fetched] = [
      undefined,
      { messages: [{ conversation: 'c', seq: 1, sender: 'b', clientId: 'first' }], lastSeq: 1 },
    ];
    letIn();
    await vi.advanceTimersByTimeAsync(100);
    expect(asked).toEqual([]);
    listed = ['c'];
    await vi.advanceTimersByTimeAsync(500);
    expect(asked).toEqual([0]);
    expect(found).toEqual(['entered', 'returned', 'delivered', 'resynced']);
  });

  it('reconnects after UNAVAILABLE, and reports any other reason', async () => {
    line().say('44{"message":"UNAVAILABLE"}');
    await vi.advanceTimersByTimeAsync(2_000);
    letIn();
    expect(found).toEqual(['put off', 'entered']);
    line().say('44{"message":"AUTHENTICATION_REQUIRED"}');
    expect(found.at(-1)).toBe('not let in: AUTHENTICATION_REQUIRED');
  });

  it('fetches the rows in between when a later row arrives first', async () => {
    letIn();
    line().say(created(4, 'x'));
    line().say(created(6, 'z'));
    await vi.advanceTimersByTimeAsync(1);
    expect(found).toEqual(['entered', 'gap']);
    expect(asked).toEqual([4]);
  });

  it('counts fetched rows without a message as empty, across several pages', async () => {
    letIn();
    line().say(created(4, 'x'));
    fetched = { messages: [], lastSeq: 106 };
    line().say(created(106, 'z'));
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toEqual([4, 104]);
    expect(tally.holes()).toBe(0);
  });

  it('reads up to the newest row and reports typing, only while connected', () => {
    device.type(0);
    letIn();
    device.read(0);
    expect(line().sent).toEqual(['40', FOCUS]);
    line().say(created(4, 'x'));
    device.read(0);
    device.type(0);
    const before = line();
    before.cut();
    device.read(0);
    device.type(0);
    expect(before.sent.slice(2)).toEqual([
      '421["read",{"conversation":"c","seq":4}]',
      '422["typing",{"profile":"b"}]',
    ]);
  });

  it('reports a refused typing signal apart from an accepted read mark', () => {
    letIn();
    line().say(created(4, 'x'));
    device.read(0);
    device.type(0);
    line().say('431[{"ok":true,"value":{"readSeq":4}}]');
    line().say('432[{"ok":false,"refusal":{"code":"VALIDATION_FAILED"}}]');
    expect(found).toEqual(['entered', 'read', 'typing refused VALIDATION_FAILED']);
  });

  it('sends receipts 300 ms after messages, and after a reconnect for unread rows', async () => {
    const receipts = () => line().sent.flatMap((frame) => /"receive",(.*)]/.exec(frame)?.[1] ?? []);
    letIn();
    line().say(created(4, 'x'));
    await vi.advanceTimersByTimeAsync(200);
    line().say(created(5, 'y'));
    line().say(created(6, 'z', 'a'));
    await vi.advanceTimersByTimeAsync(100);
    expect(receipts()).toEqual(['{"conversation":"c","seq":5}']);
    line().say('431[{"ok":true,"value":{}}]');
    expect(found).toEqual(['entered', 'received']);
    line().say(created(7, 'w'));
    line().cut();
    await vi.advanceTimersByTimeAsync(2_000);
    letIn();
    await vi.advanceTimersByTimeAsync(300);
    expect(receipts()).toEqual(['{"conversation":"c","seq":7}']);
    device.read(0);
    line().cut();
    await vi.advanceTimersByTimeAsync(2_000);
    letIn();
    await vi.advanceTimersByTimeAsync(300);
    expect(receipts()).toEqual([]);
  });

  it('counts a receipt as unseen until its sender gets it or is cut off', async () => {
    const other = new MemberDevice({ id: 'b', peer: 'a', cookie: '', gateway: 1 }, tally, around);
    const theirs = line();
    lines[0]?.say('40{"sid":"x"}');
    lines[0]?.say(created(4, 'x'));
    await vi.advanceTimersByTimeAsync(300);
    expect(tally.receipts.unseen()).toBe(1);
    theirs.say('42["delivered",{"conversation":"c","deliveredSeq":3}]');
    expect(tally.receipts.unseen()).toBe(1);
    theirs.say('42["delivered",{"conversation":"c","deliveredSeq":4}]');
    expect(tally.receipts.unseen()).toBe(0);
    lines[0]?.say(created(5, 'y'));
    await vi.advanceTimersByTimeAsync(300);
    theirs.cut();
    expect(tally.receipts.unseen()).toBe(0);
    other.close();
  });

  it('counts unanswered signals until a cut removes them', () => {
    letIn();
    line().say('430[{"ok":true,"value":{}}]');
    line().say(created(4, 'x'));
    device.read(0);
    device.type(0);
    expect(device.openSignals()).toBe(2);
    line().say('432[{"ok":false,"refusal":{"code":"RATE_LIMITED"}}]');
    expect(device.openSignals()).toBe(1);
    line().cut();
    expect(device.openSignals()).toBe(0);
  });

  it('reports messages of a stranger as misrouted, live or fetched', async () => {
    tally.sent('x', 0, 0);
    letIn();
    line().say(created(4, 'x', 'stranger'));
    expect(found).toEqual(['entered', 'misrouted']);
    expect(tally.missing()).toBe(1);
    fetched = { messages: [{ conversation: 'c', seq: 5, sender: 'stranger', clientId: 'x' }], lastSeq: 5 };
    line().say(created(4, 'y'));
    line().say(created(6, 'z'));
    await vi.advanceTimersByTimeAsync(1);
    expect(found).toEqual(['entered', 'misrouted', 'gap', 'misrouted']);
    expect(tally.missing()).toBe(1);
  });

  it('does not reconnect once it is closed', async () => {
    letIn();
    device.close();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(lines).toHaveLength(1);
  });
});
