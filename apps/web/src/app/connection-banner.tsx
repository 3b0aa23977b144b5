import { classNames } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRouterState } from '@tanstack/react-router';
import { LoaderCircle, Wifi, WifiOff } from 'lucide-react';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { keptSince, onKept } from '../client/kept/answer-or-kept.ts';
import { useKnownStatus } from '../client/session.ts';
import { type Network, useNetwork } from '../live/use-network.ts';

/** The whole sentence stands this long, then what it is about. */
const SENTENCE_MS = 6_000;
/** An open chat has a bar of its own. */
const CHAT = /^\/chats\/.|\/chat$/;
const DAY_MS = 86_400_000;

const icons: Record<Exclude<Network, 'fine'>, ReactNode> = {
  offline: <WifiOff className="size-4 shrink-0" aria-hidden />,
  reconnecting: <LoaderCircle className="size-4 shrink-0 motion-safe:animate-spin" aria-hidden />,
  back: <Wifi className="size-4 shrink-0" aria-hidden />,
};

/**
 * Says how the page is connected while it is not as it should be, and of what time the page is when the server has not
 * confirmed it yet. Stands over the page, so nothing under it moves.
 */
export function ConnectionBanner() {
  const isMember = useKnownStatus() === 'active';
  const network = useNetwork(isMember);
  const since = useSyncExternalStore(onKept, keptSince);
  const isInChat = useRouterState({ select: (state) => CHAT.test(state.location.pathname) });
  const isLong = useIsNew(network);
  return (
    <div
      className={classNames(
        'pointer-events-none fixed inset-x-0 z-40 flex justify-center px-4',
        isInChat ? 'top-[134px]' : 'top-[66px]',
      )}
    >
      {/* Read out once, however short it gets on the screen. */}
      <p role="status" className={isLong && network !== 'fine' ? pill : 'sr-only'}>
        {network !== 'fine' && icons[network]}
        <Sentence network={network} since={since} />
      </p>
      {!isLong && network !== 'fine' && (
        <p aria-hidden className={pill}>
          {icons[network]}
          <Short network={network} since={since} />
        </p>
      )}
    </div>
  );
}

const pill =
  'fades flex animate-rise items-center gap-2 rounded-full bg-ink px-4 py-1.5 text-sm font-medium text-paper shadow-float';

function Sentence({ network, since }: { network: Network; since: number | undefined }) {
  const at = useTime(since);
  switch (network) {
    case 'offline':
      return at ? (
        <Trans>You are offline. You see what was there at {at}; what you write is sent later.</Trans>
      ) : (
        <Trans>You are offline. What you write is kept and sent later.</Trans>
      );
    case 'reconnecting':
      return <Trans>Connecting again. What you write is kept and sent.</Trans>;
    case 'back':
      return <Trans>You are back online.</Trans>;
    default:
      return null;
  }
}

function Short({ network, since }: { network: Network; since: number | undefined }) {
  const at = useTime(since);
  if (network === 'back') return <Trans>You are back online.</Trans>;
  if (network === 'reconnecting') return <Trans>Connecting again</Trans>;
  return at ? <Trans>Offline, last updated {at}</Trans> : <Trans>Offline</Trans>;
}

/** A clock time, with its day once that is not today. */
function useTime(at: number | undefined): string | undefined {
  const { i18n } = useLingui();
  const [now] = useState(Date.now);
  if (at === undefined) return undefined;
  const isOld = Math.abs(now - at) > DAY_MS / 2;
  return i18n.date(
    new Date(at),
    isOld ? { dateStyle: 'medium', timeStyle: 'short' } : { timeStyle: 'short' },
  );
}

/** True for a while after the network changed. */
function useIsNew(network: Network): boolean {
  const [old, setOld] = useState<Network>();
  useEffect(() => {
    const timer = setTimeout(() => setOld(network), SENTENCE_MS);
    return () => clearTimeout(timer);
  }, [network]);
  return old !== network;
}
