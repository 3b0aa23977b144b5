// @vitest-environment happy-dom
import { createMemoryHistory } from '@tanstack/react-router';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { routed } from '../../testing/routed.tsx';
import { CasePage } from './case-page.tsx';

const caseOf = (id: string, name: string, role = 'reporter') => ({
  id,
  role,
  subject: 'profile',
  reason: 'scam',
  name,
  fictional: false,
  state: 'decided',
  openedAt: 0,
  decidedAt: 1,
  facts: { words: null, at: null, note: null },
  decision: {
    outcome: 'warning',
    rule: 'scam',
    reasons: 'Clear.',
    by: 'person',
    at: 1,
    changed: null,
    complaintUntil: 2,
  },
  complaint: null,
});
const KEY = 'k'.repeat(43);
const OLD = 'o'.repeat(43);
const MISSING = () => Response.json({ error: { code: 'NOT_FOUND' } }, { status: 404 });

interface Server {
  /** Cases of who is signed in; undefined for a visitor. */
  own?: Record<string, object>;
  /** Cases by the key that opens them. */
  linked?: Record<string, object>;
}

/** Opens the page at an address; answers the router and what was sent to the server, besides reads. */
function openPage(address: string, { own, linked = {} }: Server) {
  const sent: { path: string; method: string; body: Record<string, string> }[] = [];
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    const asked = body ? JSON.parse(body as string) : {};
    sent.push({ path, method, body: asked });
    const query = new URLSearchParams(path.split('?')[1]);
    const found = path.includes('case-link') ? linked[asked.key] : own?.[asked.id ?? query.get('id') ?? ''];
    return found ? Response.json({ case: found }) : MISSING();
  });
  queryClient.setQueryData(keys.user, own ? { user: { id: 'm', language: 'en' }, version: '1' } : null);
  const history = createMemoryHistory({ initialEntries: [address] });
  const { router, shown } = routed({ '/cases/$id': CasePage }, history);
  renderPage(shown, { settings: { fictional_singular: '' } });
  return { router, sent };
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

it('a link that a later mail replaced opens the case for whose it is, once they are signed in', async () => {
  openPage(`/cases/a#${OLD}`, { own: { a: caseOf('a', 'Jonas') } });
  expect(await heading('Your report about Jonas')).toBeDefined();
});

it('the way from a case by its link to another one asks for that one without the key of the first', async () => {
  const { router } = openPage(`/cases/a#${KEY}`, {
    own: { b: caseOf('b', 'Timo') },
    linked: { [KEY]: caseOf('a', 'Jonas') },
  });
  await heading('Your report about Jonas');
  const words = { target: { value: 'About Jonas' } };
  fireEvent.change(screen.getByRole('textbox', { name: 'Your complaint' }), words);
  router.history.push('/cases/b');
  await heading('Your report about Timo');
  // What was begun about the other one does not stand under this one.
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your complaint' }).value).toBe('');
});

it('a case opened by its key stays open, with the words begun, wherever the address goes on that is no other key', async () => {
  const { router, sent } = openPage(`/cases/a#${KEY}`, { linked: { [KEY]: caseOf('a', 'Jonas') } });
  await heading('Your report about Jonas');
  fireEvent.change(screen.getByRole('textbox', { name: 'Your complaint' }), { target: { value: 'About' } });
  router.history.push('/cases/a#content');
  await vi.waitUntil(() => router.state.location.hash === 'content' && router.state.status === 'idle');
  await heading('Your report about Jonas');
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your complaint' }).value).toBe('About');
  fireEvent.click(screen.getByRole('button', { name: 'Send complaint' }));
  await vi.waitUntil(() => sent.some(({ body }) => body.words === 'About' && body.key === KEY));
});

it('the link of a later mail, opened where the one before it did nothing, opens the case', async () => {
  const { router } = openPage(`/cases/a#${OLD}`, { linked: { [KEY]: caseOf('a', 'Jonas') } });
  await heading('Log in to see your case');
  router.history.push(`/cases/a#${KEY}`);
  expect(await heading('Your report about Jonas')).toBeDefined();
});

it.each([
  ['by the session, who is signed in', { own: { a: caseOf('a', 'Jonas') } }, '/api/case.php', 'POST'],
  [
    'by the key, whose link opened it',
    { own: {}, linked: { [KEY]: caseOf('a', 'Jonas') } },
    '/api/case-link.php',
    'PUT',
  ],
  ['by the key, who can’t sign in', { linked: { [KEY]: caseOf('a', 'Jonas') } }, '/api/case-link.php', 'PUT'],
])('complains %s', async (_, server, path, method) => {
  const { sent } = openPage(`/cases/a#${KEY}`, server);
  await heading('Your report about Jonas');
  const words = { target: { value: 'Too little' } };
  fireEvent.change(screen.getByRole('textbox', { name: 'Your complaint' }), words);
  fireEvent.click(screen.getByRole('button', { name: 'Send complaint' }));
  await vi.waitUntil(() => sent.some((one) => one.body.words === 'Too little'));
  expect(sent.find((one) => one.body.words === 'Too little')).toMatchObject({ path, method });
});

it('a visitor whose link is over is asked to log in, and comes back to the case', async () => {
  openPage(`/cases/a#${OLD}`, {});
  await heading('Log in to see your case');
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login?next=/cases/a');
});

it('shows what a complaint made of the decision beside what it was, to either side', async () => {
  const was = caseOf('a', 'Jonas');
  const changed = { outcome: 'suspended', reasons: 'There was more.', at: 2 };
  openPage('/cases/a', { own: { a: { ...was, decision: { ...was.decision, changed } } } });
  const part = async (name: string) =>
    (await screen.findByRole('heading', { name })).parentElement?.textContent;
  expect(await part('The decision')).toContain('a warning was given');
  expect(await part('Changed after a complaint')).toMatch(/The account was suspended.*There was more\./);
});

const BACK = 'It was taken back. ';
const UNSEEN = 'Who decides can read it; it is not shown here.';

it.each([
  ['a message taken back', 'message', { words: null, at: 1, takenBack: true }, BACK + UNSEEN],
  ['a message that never arrived', 'message', { words: null, at: 1 }, UNSEEN],
  ['a message erased with its author', 'message', { words: null, at: null }, undefined],
  ['a picture', 'message', { words: '', at: 1 }, undefined],
  ['a profile without words', 'profile', { words: null, at: null }, undefined],
] as const)('says of %s why its words are missing, only where they are', async (_, subject, facts, said) => {
  const of = caseOf('a', 'Jonas');
  openPage('/cases/a', { own: { a: { ...of, subject, facts: { ...of.facts, ...facts } } } });
  await heading('Your report about Jonas');
  expect(screen.queryByText(/Who decides can read it/)?.textContent).toBe(said);
});
