// @vitest-environment happy-dom
import { fixedWait } from '@heartline/tooling/fixed-wait';
import { createMemoryHistory } from '@tanstack/react-router';
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { actAs } from '../../client/api.ts';
import { askSafety } from '../../client/safety-request.ts';
import { rememberSignedIn } from '../../client/signed-in.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { routed } from '../../testing/routed.tsx';
import { SafetyDialogs } from './safety-dialogs.tsx';

const heading = (name: string) => screen.findByRole('heading', { name });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

/** Renders the dialogs on an empty page, with `answer` to every request. */
function openPage(answer: (path: string) => Promise<Response>) {
  const fetched = vi.fn<(path: string) => Promise<Response>>(answer);
  vi.stubGlobal('fetch', fetched);
  renderPage(routed({ '/': SafetyDialogs }).shown, {
    settings: { fictional_singular: '' },
    hasNotices: true,
  });
  return fetched;
}

it.each([
  ['succeeds', () => Response.json({})],
  ['fails', () => Response.json({ error: { code: 'FORBIDDEN' } }, { status: 403 })],
])('keeps a newer dialog open when an earlier block %s late', async (_, answer) => {
  const blocked = Promise.withResolvers<Response>();
  const fetched = openPage((path) =>
    path.includes('block') ? blocked.promise : Promise.resolve(Response.json({})),
  );
  askSafety({ kind: 'block', person: { id: 'p1', name: 'Jonas', fictional: false } });
  await heading('Block Jonas?');
  press('Block');
  await vi.waitUntil(() => fetched.mock.calls.some(([path]) => path.includes('block')));
  press('Cancel');
  askSafety({ kind: 'report', person: { id: 'p2', name: 'Timo', fictional: false } });
  const reporting = await heading('Report Timo');
  blocked.resolve(answer());
  await fixedWait(50, 'no event says that a late answer closes no dialog');
  expect(screen.getAllByRole('heading')).toEqual([reporting]);
});

it('labels a fictional profile, and promises nothing only a person would do', async () => {
  openPage(async (path) => Response.json(path.includes('report') ? { case: 'c1', messages: [] } : {}));
  const fia = { id: 'p3', name: 'Fia', fictional: true };
  const dialog = async (title: string) => (await heading(title)).closest('[role$=dialog]')?.textContent;
  askSafety({ kind: 'report', person: fia });
  expect(await dialog('Report Fia')).toMatch(/^Report Fia.*Fictional/);
  askSafety({ kind: 'block', person: fia });
  const words = await dialog('Block Fia?');
  expect(words).toMatch(/^Block Fia\?.*Fictional/);
  expect(words).not.toContain('opens your profile');
  expect(words).not.toContain('each other');
  press('Block');
  const notice = () => screen.findByRole('region', { name: /^Notifications/ }).then((one) => one.textContent);
  await expect.poll(notice).toContain('Fia (Fictional) is blocked');
  press('Unblock');
  await expect.poll(notice).toContain('Fia (Fictional) is no longer blocked');
});

it.each([
  ['a chat', '/members/p1/chat', '/chats'],
  ['a conversation', '/chats/c1', '/chats'],
  ['a profile', '/members/p1', '/members'],
  ['the page of likes', '/likes', '/likes'],
])('leads from %s after a block to where the member came from: %s to %s', async (_, from, to) => {
  vi.stubGlobal('fetch', async () => Response.json({}));
  history.replaceState(null, '', from);
  onTestFinished(() => history.replaceState(null, '', '/'));
  const pages = Object.fromEntries([from, to].map((path) => [path, SafetyDialogs]));
  const { router, shown } = routed(pages, createMemoryHistory({ initialEntries: [from] }));
  renderPage(shown, { settings: { fictional_singular: '' }, hasNotices: true });
  askSafety({ kind: 'block', person: { id: 'p1', name: 'Jonas', fictional: false } });
  await heading('Block Jonas?');
  press('Block');
  await screen.findByText('Jonas is blocked');
  await expect.poll(() => router.latestLocation.pathname).toBe(to);
});

describe('a report', () => {
  const jonas = { id: 'p4', name: 'Jonas', fictional: false };
  const old = { conversation: 'c1', seq: 3, kind: 'photo', text: '', at: Date.UTC(2026, 0, 5, 12) } as const;
  const field = (name: string) => screen.findByLabelText<HTMLSelectElement>(name);
  const options = async () => [...(await field('What is it about?')).options].map(({ text }) => text);
  const choose = async (name: string, value: string) =>
    fireEvent.change(await field(name), { target: { value } });
  /** The sent reports. */
  let sent: Record<string, unknown>[];

  /** Opens the page, with `list` as the answer to the messages, and every report refused. */
  function open(list: () => Response): void {
    sent = [];
    actAs('me');
    rememberSignedIn('1');
    onTestFinished(() => actAs(undefined));
    vi.stubGlobal('fetch', async (path: string, { body }: { body: string | null }) => {
      if (!path.includes('report.php')) return Response.json({ profile: { pictures: [] } });
      if (body === null) return list();
      sent.push(JSON.parse(body) as Record<string, unknown>);
      return Response.json({ error: { code: 'INTERNAL' } }, { status: 500 });
    });
    renderPage(routed({ '/': SafetyDialogs }).shown, { settings: { fictional_singular: '' } });
  }
  async function send(): Promise<void> {
    const before = sent.length;
    press('Send report');
    await vi.waitUntil(() => sent.length > before);
    await vi.waitUntil(() => !screen.getByRole('button', { name: 'Send report' }).ariaDisabled);
  }

  it('is about the message it was opened on; each message has kind and time', async () => {
    const messages = [
      { seq: 40, kind: 'gift', text: 'For you', at: old.at },
      { seq: 39, kind: 'text', text: 'Send me money', at: old.at },
      { seq: 38, kind: 'text', text: '', at: old.at, takenBack: true },
    ];
    open(() => Response.json({ conversation: 'c1', messages }));
    askSafety({ kind: 'report', person: jonas, message: old });
    await expect.poll(options).toHaveLength(5);
    const names = (await options()).map((name) => name.replace(/Jan 5, 2026, .* [AP]M/, 'then'));
    expect(names).toEqual([
      'The profile',
      'Gift, then: “For you”',
      'Message, then: “Send me money”',
      'A message that was taken back, then',
      'Photo in the chat, then',
    ]);
    await choose('What’s wrong?', 'scam');
    await send();
    expect(sent[0]).toMatchObject({ subject: { kind: 'message', conversation: 'c1', seq: 3 } });
  });

  it('shows that messages failed to load, and is still about its own message', async () => {
    let list = () => new Response('<html>', { status: 500 });
    open(() => list());
    askSafety({ kind: 'report', person: jonas, message: old });
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(document.body.textContent).toContain('Couldn’t load the messages.');
    expect((await field('What is it about?')).value).toBe('message:3');
    list = () => Response.json({ conversation: 'c1', messages: [{ ...old, seq: 4 }] });
    fireEvent.click(again);
    await expect.poll(options).toHaveLength(3);
    expect(document.body.textContent).not.toContain('Couldn’t load');
  });

  it('drops its note when the member discards it', async () => {
    open(() => Response.json({ conversation: 'c1', messages: [] }));
    const note = () => screen.findByLabelText<HTMLTextAreaElement>('Anything else we should know?');
    askSafety({ kind: 'report', person: jonas });
    fireEvent.change(await note(), { target: { value: 'They asked for money' } });
    expect(localStorage.getItem('draft:me:report:p4')).toBe('They asked for money');
    press('Close');
    await screen.findByRole('alertdialog', { name: 'Discard your text?' });
    press('Discard');
    await expect.poll(() => screen.queryByLabelText('Anything else we should know?')).toBeNull();
    expect(localStorage.getItem('draft:me:report:p4')).toBeNull();
    askSafety({ kind: 'report', person: jonas });
    expect((await note()).value).toBe('');
  });

  it('keeps its key for the same content after a failure, not for other content', async () => {
    open(() => Response.json({ conversation: 'c1', messages: [] }));
    askSafety({ kind: 'report', person: jonas });
    await choose('What’s wrong?', 'scam');
    await send();
    await send();
    await choose('What’s wrong?', 'hate');
    await send();
    const [first, second, third] = sent.map(({ clientId }) => clientId);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });
});
