// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { LikeDialog } from './like-dialog.tsx';

const draw = (isPending = false) => {
  const did: string[] = [];
  const onLikeBack = vi.fn<() => void>();
  renderPage(
    <LikeDialog
      profile={{ id: 'a'.repeat(24), name: 'Ann', age: 30, fictional: true }}
      src={undefined}
      isPending={isPending}
      onProfile={() => did.push('profile')}
      onLikeBack={onLikeBack}
      onClose={() => did.push('closed')}
    />,
    { settings: { fictional_singular: '' } },
  );
  return { did, onLikeBack };
};
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

it.each(['Ann (Fictional), 30', 'View Ann’s profile'])(
  'closes the popup and then opens the profile, on %s',
  (name) => {
    const { did } = draw();
    press(name);
    expect(did).toEqual(['closed', 'profile']);
  },
);

it('returns the like once, and leaves it with Not now', () => {
  const { did, onLikeBack } = draw();
  press('Like back');
  expect([onLikeBack.mock.calls.length, did]).toEqual([1, []]);
  press('Not now');
  expect(did).toEqual(['closed']);
});

it('ignores a second press while the like is being returned', () => {
  const { onLikeBack } = draw(true);
  press('Like back');
  expect(onLikeBack).not.toHaveBeenCalled();
});
