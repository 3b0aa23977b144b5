import type { CurrentMandate } from '@heartline/contracts';
import { Button, Card } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { Landmark } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormatLocale } from '../../../client/language.ts';

interface KnownAccountProps {
  mandate: CurrentMandate;
  onOther: () => void;
  /** Below the account: the phone, where a code is needed. */
  children?: ReactNode;
}

/** The account of the mandate that the member gave before: no IBAN to enter again. */
export function KnownAccount({ mandate: { id, ibanEnd, signedAt }, onOther, children }: KnownAccountProps) {
  const { t } = useLingui();
  const day = new Intl.DateTimeFormat(useFormatLocale(), { dateStyle: 'long' }).format(signedAt);
  return (
    <Card>
      <h2 className="title mb-3 text-lg">
        <Trans>Bank account</Trans>
      </h2>
      <div className="flex items-start gap-3.5">
        <Landmark className="mt-0.5 size-5 shrink-0 text-ink-2" aria-hidden />
        <p className="min-w-0">
          <span className="tabular block font-semibold">{t`Account ending ${ibanEnd}`}</span>
          <span className="block text-sm text-ink-2">
            <Trans>You signed the mandate on {day}.</Trans>
          </span>
          <span className="tabular block text-sm wrap-anywhere text-ink-2">
            <Trans>Mandate reference</Trans> {id}
          </span>
        </p>
      </div>
      {children && <div className="mt-5">{children}</div>}
      <div className="mt-3 -mb-2 -ml-3.5">
        <Button variant="ghost" size="sm" onPress={onOther}>
          <Trans>Use another account</Trans>
        </Button>
      </div>
    </Card>
  );
}
