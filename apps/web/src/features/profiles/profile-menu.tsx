import type { Profile } from '@heartline/contracts';
import { Menu } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { Ban, Ellipsis, Flag } from 'lucide-react';
import { askSafety } from '../../client/safety-request.ts';

/** What else one can do about somebody: report them, block them. */
export function ProfileMenu({ profile }: { profile: Profile }) {
  const { t } = useLingui();
  const { name } = profile;
  return (
    <Menu
      label={t`More about ${name}`}
      items={[
        {
          id: 'report',
          label: t`Report ${name}`,
          icon: <Flag className="size-5" aria-hidden />,
          onPress: () => askSafety({ kind: 'report', person: profile }),
        },
        {
          id: 'block',
          label: t`Block ${name}`,
          isDanger: true,
          icon: <Ban className="size-5" aria-hidden />,
          onPress: () => askSafety({ kind: 'block', person: profile }),
        },
      ]}
    >
      <Ellipsis className="size-5" aria-hidden />
    </Menu>
  );
}
