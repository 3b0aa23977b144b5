import type { User } from '@heartline/contracts';
import { Avatar, Menu } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { Globe, LogOut, Settings, UserRound } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyOverlay } from '../../client/lazy-overlay.tsx';
import { useSettings } from '../../client/session.ts';
import { logOut } from '../../client/sign-out.ts';
import { countUnsent, type Unsent } from '../../client/unsent.ts';
import { photoUrl } from '../../people/photo-url.ts';

const UnsentDialog = lazyOverlay(() => import('./unsent-dialog.tsx'), 'UnsentDialog');

const icon = 'size-5';

/** My profile, Settings, Logout (S2). Logout leads to the root page. A member with unsent messages is asked before. */
export function AccountMenu({ user }: { user: User }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { cdn_prefix: prefix } = useSettings();
  const { name, main_image: image } = user.profile;
  const [unsent, setUnsent] = useState<Unsent>();
  const askOrLeave = () => {
    const waiting = countUnsent();
    if (waiting.messages + waiting.drafts > 0) setUnsent(waiting);
    else void leave();
  };
  const leave = async () => {
    // The page forgets the member even when the server can't be reached.
    await logOut().catch(() => undefined);
    await navigate({ to: '/' });
  };
  return (
    <>
      <Menu
        label={t`${name}’s account`}
        header={
          <span className="block max-w-64">
            <span className="block truncate font-semibold">{name}</span>
            <span className="block truncate text-sm text-ink-2">{user.email}</span>
          </span>
        }
        items={[
          {
            id: 'profile',
            label: t`My profile`,
            href: '/profile',
            icon: <UserRound className={icon} aria-hidden />,
          },
          {
            id: 'settings',
            label: t`Settings`,
            href: '/settings',
            icon: <Settings className={icon} aria-hidden />,
          },
          {
            id: 'language',
            label: t`Language`,
            href: '/lang-config',
            icon: <Globe className={icon} aria-hidden />,
          },
          {
            id: 'logout',
            label: t`Logout`,
            onPress: askOrLeave,
            startsGroup: true,
            icon: <LogOut className={icon} aria-hidden />,
          },
        ]}
      >
        <Avatar name={name} src={photoUrl(prefix, image?.thumb_filename)} size="sm" />
      </Menu>
      <Suspense fallback={null}>
        {unsent && (
          <UnsentDialog unsent={unsent} onClose={() => setUnsent(undefined)} onLeave={() => void leave()} />
        )}
      </Suspense>
    </>
  );
}
