import type { PackageId } from '@heartline/contracts';
import { TextLink } from '@heartline/ui';
import { Trans } from '@lingui/react/macro';
import { ApiError } from '../../../client/api.ts';
import { PaymentError } from '../checkout/payment-error.tsx';

/** Refusals that no other try lifts: the member pays in another way. */
const FINAL: ReadonlySet<string> = new Set([
  'DIRECT_DEBIT_BLOCKED',
  'DIRECT_DEBIT_LIMIT',
  'METHOD_UNAVAILABLE',
]);

/** Why an order by direct debit was refused, and the way out where there is one. Takes no room without an error. */
export function DebitError({ error, pack }: { error: Error | null; pack: PackageId }) {
  return (
    <>
      <PaymentError error={error} />
      {error instanceof ApiError && FINAL.has(error.code) && (
        <p className="mb-4">
          <TextLink href={`/credits/${pack}`} className="target font-semibold">
            <Trans>See other ways to pay</Trans>
          </TextLink>
        </p>
      )}
    </>
  );
}
