import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/**
 * Moves the focus to the new page after a link was followed. Tab and a screen reader continue in its content instead of
 * in the bar above. A page that focused something itself, such as a field, keeps that.
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
