// @vitest-environment happy-dom
import type { getOperatorConversation, OperatorFacts, OutputOf } from '@heartline/contracts';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { queryClient } from '../../../client/query.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { AgeWarning } from './age-warning.tsx';
import { InboxFacts } from './inbox-facts.tsx';
import { aboutQuery } from './operator-queries.ts';

const person: OperatorFacts = {
  id: 'p',
  name: 'Mara',
  age: 34,
  gender: 'female',
  country: 'NL',
  region: 'NH',
  city: null,
  about: null,
  prompts: [],
  language: 'nl',
  interests: [],
  main_image: null,
};
const about: OutputOf<typeof getOperatorConversation> = {
  profile: person,
  member: person,
  notes: [],
  replies: [],
  openCases: 0,
  ageDoubt: false,
  messageLength: 200,
};

it('restores an unsaved note after another conversation was open', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  const at = (conversation: string) => {
    queryClient.setQueryData(aboutQuery(conversation).queryKey, about);
    return <InboxFacts key={conversation} conversation={conversation} onReport={() => {}} />;
  };
  const { rerender } = renderPage(at('a'), { settings: { name: 'Heartline', cdn_prefix: '' } });
  const field = () => screen.findByRole<HTMLTextAreaElement>('textbox');
  fireEvent.change(await field(), { target: { value: 'Likes museums' } });
  rerender(at('b'));
  expect((await field()).value).toBe('');
  rerender(at('a'));
  expect((await field()).value).toBe('Likes museums');
});

it('says that loading failed, and loads again on a press', async () => {
  let answer = () => new Response('<html>', { status: 500 });
  vi.stubGlobal('fetch', async () => answer());
  renderPage(<InboxFacts conversation="c" onReport={() => {}} />, {
    settings: { name: 'Heartline', cdn_prefix: '' },
  });
  const again = await screen.findByRole('button', { name: 'Try again' });
  answer = () => Response.json(about);
  fireEvent.click(again);
  expect(await screen.findByRole('button', { name: 'Report Mara' })).toBeTruthy();
});

it('shows the age warning as soon as the conversation changes', async () => {
  let ageDoubt = false;
  vi.stubGlobal('fetch', async () => Response.json({ ...about, openCases: 1, ageDoubt }));
  const warning = (upTo: number) => <AgeWarning conversation="d" upTo={upTo} />;
  const { rerender } = renderPage(warning(4));
  await vi.waitUntil(() => queryClient.getQueryData(aboutQuery('d').queryKey));
  expect(screen.queryByRole('alert')).toBeNull();
  ageDoubt = true;
  rerender(warning(5));
  expect((await screen.findByRole('alert')).textContent).toContain('under age');
});

it('warns that the age check failed to load until it can be loaded', async () => {
  let answer = () => new Response('<html>', { status: 500 });
  vi.stubGlobal('fetch', async () => answer());
  renderPage(<AgeWarning conversation="e" upTo={4} />);
  expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t load');
  const again = screen.getByRole('button', { name: 'Try again' });
  answer = () => Response.json({ ...about, openCases: 1, ageDoubt: true });
  fireEvent.click(again);
  await vi.waitUntil(() => screen.getByRole('alert').textContent?.includes('under age'));
});
