import { classNames, useRootMark } from '@heartline/ui';
import { Trans } from '@lingui/react/macro';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { CONNECTION_ICONS, ConnectionText, usePersistedTime } from '../client/connection-text.tsx';
import { useKnownStatus } from '../client/session.ts';
import { type Network, useNetwork } from '../live/use-network.ts';

/** The full sentence is shown this long, then the short text. */
const SENTENCE_MS = 6_000;
/** An open chat shows it in its own bar, where it covers nothing. */
const CHAT = /^\/chats\/.|\/chat$/;

/**
 * Shows the connection state while it is not fine, and the time of data the server has not confirmed yet. It lies over
 * the page, so nothing moves. On a phone it would cover the heading, so it is a short line under the bar.
 */
export function ConnectionBanner() {
  const isMember = useKnownStatus() === 'active';
  const network = useNetwork(isMember);
  const isInChat = useRouterState({ select: (state) => CHAT.test(state.location.pathname) });
  const isLong = useIsNew(network);
  const isSeen = network !== 'fine' && !isInChat;
  useRootMark('cutOff', isSeen);
  return (
    <div className="pointer-events-none fixed inset-x-0 top-14 z-40 flex justify-center md:top-[calc(var(--bar-height)+10px)] md:px-4">
      {/* Read out once, even when the visible text gets shorter. */}
      <p role="status" className={isLong && isSeen ? `max-md:sr-only ${pill}` : 'sr-only'}>
        {network !== 'fine' && CONNECTION_ICONS[network]}
        <Sentence network={network} isMember={isMember} />
      </p>
      {isSeen && (
        <p aria-hidden className={classNames(isLong && 'md:hidden', pill)}>
          {CONNECTION_ICONS[network]}
          <ConnectionText network={network} />
        </p>
      )}
    </div>
  );
}

const pill =
  'fades flex animate-rise items-center gap-2 bg-ink text-paper text-sm font-medium max-md:h-7 max-md:w-full max-md:justify-center md:rounded-full md:px-4 md:py-1.5 md:shadow-float';

function Sentence({ network, isMember }: { network: Network; isMember: boolean }) {
  const at = usePersistedTime();
  switch (network) {
    case 'offline':
      // Only members' data is stored for offline use.
      if (!isMember) return <Trans>You’re offline</Trans>;
      return at ? (
        <Trans>You’re offline. This is how things were at {at}. What you write will be sent later.</Trans>
      ) : (
        <Trans>You’re offline. What you write is saved and will be sent later.</Trans>
      );
    case 'reconnecting':
      return <Trans>Reconnecting. What you write is saved and will be sent.</Trans>;
    case 'back':
      return <Trans>You’re back online.</Trans>;
    default:
      return null;
  }
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
