import { Anchor, Logo } from '@heartline/ui';
import { Outlet } from '@tanstack/react-router';
import { useSettings, useUser } from '../../client/session.ts';
import { EntryWarning } from '../../features/pages/entry-warning.tsx';

/** The empty layout (S2): the mark and one thing to do. */
export function EmptyFrame() {
  const { name } = useSettings();
  const user = useUser();
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="safe-x mx-auto flex h-14 w-full max-w-page items-center">
        <Anchor href="/" className="flex min-h-11 items-center rounded-sm">
          <Logo name={name} />
        </Anchor>
      </header>
      <Outlet />
      {!user && <EntryWarning layout="empty" />}
    </div>
  );
}
