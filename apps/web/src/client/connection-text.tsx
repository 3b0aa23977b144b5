import { Trans, useLingui } from '@lingui/react/macro';
import { LoaderCircle, Wifi, WifiOff } from 'lucide-react';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import type { Network } from '../live/use-network.ts';
import { onPersistedChange, persistedSince } from './persisted-cache/answer-or-persisted.ts';

const DAY_MS = 86_400_000;

/** The icon of each connection state that is shown. */
export const CONNECTION_ICONS: Record<Exclude<Network, 'fine'>, ReactNode> = {
  offline: <WifiOff className="size-4 shrink-0" aria-hidden />,
  reconnecting: <LoaderCircle className="size-4 shrink-0 motion-safe:animate-spin" aria-hidden />,
  back: <Wifi className="size-4 shrink-0" aria-hidden />,
};

interface ConnectionTextProps {
  network: Network;
  /** Leaves out the time of the shown data, where space is short. */
  isBrief?: boolean;
}

/** The connection state in a short text that may stay visible for long. */
export function ConnectionText({ network, isBrief }: ConnectionTextProps) {
  const at = usePersistedTime();
  if (network === 'fine') return null;
  if (network === 'back') return <Trans>You’re back online.</Trans>;
  if (network === 'reconnecting') return <Trans>Reconnecting</Trans>;
  // Under the name in a chat, “offline” alone would be read as the other member's state.
  if (!at || isBrief) return <Trans>You’re offline</Trans>;
  return <Trans>You’re offline, last updated at {at}</Trans>;
}

/**
 * The time of the persisted data on this page while the server has not confirmed it; with its day unless that is today.
 */
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
