// @vitest-environment happy-dom
import { createMemoryHistory } from '@tanstack/react-router';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { type Slots, SlotsProvider } from '../../client/slots.tsx';
import { renderPage } from '../../testing/render-page.tsx';
import { routed } from '../../testing/routed.tsx';
import { ActivatedPage } from './activated-page.tsx';
import { NO_ANSWERS, type SignUpAnswers } from './sign-up-rules.ts';
import { useWanted } from './sign-up-wanted.ts';
import { useSending } from './use-sending.ts';

const answers: SignUpAnswers = { ...NO_ANSWERS, gender: 'female', sexuality: 'bi' };
const toSend = { answers, key: 'key', today: '2026-11-27', photo: undefined };

function Sender() {
  const { sending } = useSending({ ...toSend, entry: undefined, wanted: useWanted() }, () => {});
  return <button type="button" onClick={() => sending.mutate()}>{`Send ${sending.status}`}</button>;
}

/** Opens the sign-up at a page, sends it, and follows the link of the mail. Returns the first link of the new page below the mark. */
async function offeredFrom(next: string) {
  const history = createMemoryHistory();
  history.push('/signup', { next });
  const { router, shown } = routed({ '/signup': Sender, '/activate/done': ActivatedPage }, history);
  const slots = { LikeToggle: () => null } as unknown as Slots;
  renderPage(<SlotsProvider value={slots}>{shown}</SlotsProvider>, { settings: { signup_credits: 5 } });
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json(path.includes('search') ? { results: [] } : { email: 'ada@example.org' }),
  );
  fireEvent.click(await screen.findByRole('button', { name: /^Send/ }));
  await screen.findByRole('button', { name: 'Send success' });
  const user = { id: 'me', status: 'active', paid_user: true, profile: { name: 'Ada', country: 'AT' } };
  queryClient.setQueryData(keys.user, { user, version: { epoch: 'e', n: 1 } });
  await router.navigate({ to: '/activate/done' } as never);
  const link = (await screen.findAllByRole('link')).at(1);
  return [link?.textContent, link?.getAttribute('href')];
}

it.each([
  ['/members/a?x=1', ['Continue where you left off', '/members/a?x=1']],
  ['/login?next=%2Fcredits', ['Continue where you left off', '/credits']],
  ['/', ['Search members', '/members']],
  ['/activate/error', ['Search members', '/members']],
  ['/landers/gallery/summer?network=acme', ['Search members', '/members']],
  ['/members/a/landing2/summer', ['Continue where you left off', '/members/a']],
])('leads a new member who signed up at %s back there, once', async (next, offered) => {
  expect(await offeredFrom(next)).toEqual(offered);
  expect(localStorage.getItem('signup-wanted')).toBeNull();
});
