import { CONSTANTS } from '@heartline/contracts';
import { Anchor, Badge } from '@heartline/ui';
import { Trans } from '@lingui/react/macro';
import { Coins } from 'lucide-react';

interface CreditsBadgeProps {
  /** The credits to spend, and the same as text for screen readers. */
  credits: number;
  label: string;
}

/**
 * Credits in the top bar, for paid members. A badge counts them from 10 down: amber, and red at none (S2-144 to
 * S2-148).
 */
export function CreditsBadge({ credits, label }: CreditsBadgeProps) {
  return (
    <Anchor
      href="/credits"
      className="inline-flex min-h-11 items-center gap-2 rounded-full px-3 max-2xs:px-1 text-base font-medium text-ink-2 transition-colors hover:bg-hover hover:text-ink"
    >
      <Coins className="size-5.5" aria-hidden />
      <span className="max-lg:sr-only">
        <Trans>Credits</Trans>
      </span>
      {credits <= CONSTANTS.creditsBadgeBelow && (
        <Badge tone={credits > 0 ? 'amber' : 'danger'} label={label}>
          {String(credits)}
        </Badge>
      )}
    </Anchor>
  );
}
