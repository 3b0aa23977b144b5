import { Trans, useLingui } from '@lingui/react/macro';
import { LoaderCircle, Wifi, WifiOff } from 'lucide-react';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import type { Network } from '../live/use-network.ts';
import { onPersistedChange, persistedSince } from './persisted-cache/answer-or-persisted.ts';

const DAY_MS = 86_400_000;

/** The picture of each state of the connection that is worth a word. */
export const CONNECTION_ICONS: Record<Exclude<Network, 'fine'>, ReactNode> = {
  offline: <WifiOff className="size-4 shrink-0" aria-hidden />,
  reconnecting: <LoaderCircle className="size-4 shrink-0 motion-safe:animate-spin" aria-hidden />,
  back: <Wifi className="size-4 shrink-0" aria-hidden />,
};

interface ConnectionTextProps {
  network: Network;
  /** Without the time that the page is of: for a place that has no room for it. */
  isBrief?: boolean;
}

/** How the page is connected, in the few words that may stand for as long as it lasts. */
export function ConnectionText({ network, isBrief }: ConnectionTextProps) {
  const at = usePersistedTime();
  if (network === 'fine') return null;
  if (network === 'back') return <Trans>You are back online.</Trans>;
  if (network === 'reconnecting') return <Trans>Connecting again</Trans>;
  // Under a name in a chat, “offline” alone would be said of the other.
  if (!at || isBrief) return <Trans>You are offline</Trans>;
  return <Trans>You are offline, last updated {at}</Trans>;
}

/** Of what time the page is when the server has not confirmed it yet: a clock time, with its day once that is not today. */
export function usePersistedTime(): string | undefined {
  const { i18n } = useLingui();
  const at = useSyncExternalStore(onPersistedChange, persistedSince);
  const [now] = useState(Date.now);
  if (at === undefined) return undefined;
  const isOld = Math.abs(now - at) > DAY_MS / 2;
  return i18n.date(
    new Date(at),
    isOld ? { dateStyle: 'medium', timeStyle: 'short' } : { timeStyle: 'short' },
  );
}
