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
  /** Cases of the signed-in member; undefined for a visitor. */
  own?: Record<string, object>;
  /** Cases by the key that opens them. */
  linked?: Record<string, object>;
}

/** Opens the page at an address; returns the router and the requests to the server, without reads. */
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

it('opens a case by a replaced link for its member, once signed in', async () => {
  openPage(`/cases/a#${OLD}`, { own: { a: caseOf('a', 'Jonas') } });
  expect(await heading('Your report about Jonas')).toBeDefined();
});

it('asks for another case without the key of the first one’s link', async () => {
  const { router } = openPage(`/cases/a#${KEY}`, {
    own: { b: caseOf('b', 'Timo') },
    linked: { [KEY]: caseOf('a', 'Jonas') },
  });
  await heading('Your report about Jonas');
  const words = { target: { value: 'About Jonas' } };
  fireEvent.change(screen.getByRole('textbox', { name: 'Your complaint' }), words);
  router.history.push('/cases/b');
  await heading('Your report about Timo');
  // Text typed for the other case is not shown for this one.
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your complaint' }).value).toBe('');
});

it('keeps a case open, with its text, until the address has another key', async () => {
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

it('opens the case by a later link where the earlier one did not work', async () => {
  const { router } = openPage(`/cases/a#${OLD}`, { linked: { [KEY]: caseOf('a', 'Jonas') } });
  await heading('Log in to see your case');
  router.history.push(`/cases/a#${KEY}`);
  expect(await heading('Your report about Jonas')).toBeDefined();
});

it.each([
  ['by the session when signed in', { own: { a: caseOf('a', 'Jonas') } }, '/api/case.php', 'POST'],
  [
    'by the key of the link that opened the case',
    { own: {}, linked: { [KEY]: caseOf('a', 'Jonas') } },
    '/api/case-link.php',
    'PUT',
  ],
  [
    'by the key for a member who can’t sign in',
    { linked: { [KEY]: caseOf('a', 'Jonas') } },
    '/api/case-link.php',
    'PUT',
  ],
])('sends a complaint %s', async (_, server, path, method) => {
  const { sent } = openPage(`/cases/a#${KEY}`, server);
  await heading('Your report about Jonas');
  const words = { target: { value: 'Too little' } };
  fireEvent.change(screen.getByRole('textbox', { name: 'Your complaint' }), words);
  fireEvent.click(screen.getByRole('button', { name: 'Send complaint' }));
  await vi.waitUntil(() => sent.some((one) => one.body.words === 'Too little'));
  expect(sent.find((one) => one.body.words === 'Too little')).toMatchObject({ path, method });
});

it('asks a visitor with an expired link to log in, and returns to the case', async () => {
  openPage(`/cases/a#${OLD}`, {});
  await heading('Log in to see your case');
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login?next=/cases/a');
});

it('shows the result of a complaint beside the first decision, to both sides', async () => {
  const was = caseOf('a', 'Jonas');
  const changed = { outcome: 'suspended', reasons: 'There was more.', at: 2 };
  openPage('/cases/a', { own: { a: { ...was, decision: { ...was.decision, changed } } } });
  const part = async (name: string) =>
    (await screen.findByRole('heading', { name })).parentElement?.textContent;
  expect(await part('The decision')).toContain('We gave a warning');
  expect(await part('Changed after a complaint')).toMatch(/The account was suspended.*There was more\./);
});

const BACK = 'It was taken back. ';
const UNSEEN = 'Only the person deciding can read it.';

it.each([
  ['a message taken back', 'message', { words: null, at: 1, takenBack: true }, BACK + UNSEEN],
  ['a message that never arrived', 'message', { words: null, at: 1 }, UNSEEN],
  ['a message erased with its author', 'message', { words: null, at: null }, undefined],
  ['a picture', 'message', { words: '', at: 1 }, undefined],
  ['a profile without text', 'profile', { words: null, at: null }, undefined],
] as const)('explains missing text for %s, only when it is missing', async (_, subject, facts, said) => {
  const of = caseOf('a', 'Jonas');
  openPage('/cases/a', { own: { a: { ...of, subject, facts: { ...of.facts, ...facts } } } });
  await heading('Your report about Jonas');
  expect(screen.queryByText(/Only the person deciding/)?.textContent).toBe(said);
});
