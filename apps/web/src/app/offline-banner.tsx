import { Trans } from '@lingui/react/macro';
import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';

function subscribe(onChange: () => void) {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
}

/** Says that the device is offline; stands over the page, so nothing under it moves. */
export function OfflineBanner() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 top-[62px] z-60 flex justify-center px-4"
    >
      {!isOnline && (
        <p className="fades flex animate-rise items-center gap-2 rounded-full bg-ink px-4 py-2 text-sm font-medium text-paper shadow-float">
          <WifiOff className="size-4" aria-hidden />
          <Trans>You are offline. What you write is kept and sent later.</Trans>
        </p>
      )}
    </div>
  );
}
