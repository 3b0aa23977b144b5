import { Banner } from '@heartline/ui';
import { plural } from '@lingui/core/macro';
import { useMember } from '../client/session.ts';

/** Says how many credits are owed, and that the next purchase repays them; nothing without a debt. */
export function DebtNotice({ className }: { className?: string }) {
  const { debt } = useMember();
  if (debt <= 0) return null;
  return (
    <Banner tone="warn" className={className}>
      {plural(debt, {
        one: '# credit is owed after your bank took a payment back. Your next purchase repays it first.',
        other:
          '# credits are owed after your bank took a payment back. Your next purchase repays them first.',
      })}
    </Banner>
  );
}
