// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { keys, queryClient } from '../../../client/query.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { Icebreaker } from './icebreaker.tsx';

it('does not come over the words of who began to write while it was on its way', async () => {
  queryClient.setQueryData(keys.user, { user: { id: 'm' } });
  const chats = (adaHasText: boolean) =>
    ['Ada', 'Ben'].map((name) => (
      <Icebreaker
        key={name}
        profile={{ id: name, name, shared_interest: null }}
        hasText={name === 'Ada' && adaHasText}
        onChoose={() => {}}
      />
    ));
  const { rerender } = renderPage(chats(false), { settings: {} });
  rerender(chats(true));
  await screen.findByText(/Break the ice with Ben/);
  expect(document.body.textContent).not.toContain('Ada');
});
