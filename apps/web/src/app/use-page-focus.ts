import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/**
 * After a link was followed the new page has the focus, so that Tab and a screen reader go on in its content instead of
 * in the bar above it. A page that put the focus somewhere itself, such as into a field, keeps it there.
 */
export function usePageFocus(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onResolved', ({ pathChanged, fromLocation }) => {
        if (!pathChanged || !fromLocation) return;
        const active = document.activeElement;
        const isLeftBehind =
          !active || active === document.body || active.closest('a, [aria-haspopup="menu"]') !== null;
        if (isLeftBehind) document.getElementById('content')?.focus({ preventScroll: true });
      }),
    [router],
  );
}
