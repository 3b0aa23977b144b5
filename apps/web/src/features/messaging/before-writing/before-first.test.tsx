// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { keys, queryClient } from '../../../client/query.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { BeforeFirst } from './before-first.tsx';

it.each([
  [2, 'Each message costs 2 credits. You have 9 credits.'],
  [0, ''],
])('shows the price of a first message (%s), but not if it is free', (message_credits, shown) => {
  queryClient.setQueryData(keys.user, { user: { id: 'me', credits: 9 } });
  const known = { message_credits, credits: 9, language: 'nl', may_open: true, conversations_left: null };
  queryClient.setQueryData(keys.messagePrice('p'), known);
  renderPage(<BeforeFirst profile={{ id: 'p', name: 'Fia' }} />);
  expect(document.body.textContent).toBe(`${shown}Speaks DutchFia is open to first messages.`);
});
