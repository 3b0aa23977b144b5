import { useLingui } from '@lingui/react/macro';
import { BellOff } from 'lucide-react';

/** Mark beside the name of a muted conversation. */
export function MutedMark() {
  const { t } = useLingui();
  return <BellOff className="mx-1 inline size-4 shrink-0 text-ink-2" role="img" aria-label={t`Muted`} />;
}
