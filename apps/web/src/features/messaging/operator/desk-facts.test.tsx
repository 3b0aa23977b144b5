// @vitest-environment happy-dom
import type { getOperatorConversation, OperatorFacts, OutputOf } from '@heartline/contracts';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { queryClient } from '../../../client/query.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { DeskFacts } from './desk-facts.tsx';
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
  language: 'nl',
  interests: [],
  main_image: null,
};
const about: OutputOf<typeof getOperatorConversation> = {
  profile: person,
  member: person,
  notes: [],
  openCases: 0,
  ageDoubt: false,
  messageLength: 200,
};

it('a note that was begun is there again after another conversation was open', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  const at = (conversation: string) => {
    queryClient.setQueryData(aboutQuery(conversation).queryKey, about);
    return <DeskFacts key={conversation} conversation={conversation} onReport={() => {}} />;
  };
  const { rerender } = renderPage(at('a'), { settings: { name: 'Heartline', cdn_prefix: '' } });
  const field = () => screen.findByRole<HTMLTextAreaElement>('textbox');
  fireEvent.change(await field(), { target: { value: 'Likes museums' } });
  rerender(at('b'));
  expect((await field()).value).toBe('');
  rerender(at('a'));
  expect((await field()).value).toBe('Likes museums');
});
