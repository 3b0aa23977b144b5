import { CONSTANTS } from '@heartline/contracts';
import { Anchor, Badge } from '@heartline/ui';
import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Coins } from 'lucide-react';
import { useUser } from '../../client/session.ts';

/** Credits in the top bar, for paid members; a badge counts them from 10 down, amber, and red at none (S2-144 to S2-148). */
export function CreditsBadge() {
  const user = useUser();
  if (!user?.paid_user) return null;
  const { credits } = user;
  return (
    <Anchor
      href="/credits"
      className="inline-flex min-h-11 items-center gap-2 rounded-full px-3 text-base font-medium text-ink-2 transition-colors hover:bg-hover hover:text-ink"
    >
      <Coins className="size-5.5" aria-hidden />
      <span className="max-lg:sr-only">
        <Trans>Credits</Trans>
      </span>
      {credits <= CONSTANTS.creditsBadgeBelow && (
        <Badge
          tone={credits > 0 ? 'amber' : 'danger'}
          label={plural(credits, { one: '# credit left', other: '# credits left' })}
        >
          {String(credits)}
        </Badge>
      )}
    </Anchor>
  );
}
