// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { keys, queryClient } from '../../../client/query.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { BeforeFirst } from './before-first.tsx';

it('says who takes first messages, and leaves the price to the button', () => {
  const known = { message_credits: 2, credits: 9, language: 'nl', may_open: true, conversations_left: null };
  queryClient.setQueryData(keys.messagePrice('p'), known);
  renderPage(<BeforeFirst profile={{ id: 'p', name: 'Fia' }} />);
  expect(document.body.textContent).toBe('Speaks DutchFia is open to first messages.');
});
