import { type ComponentType, useEffect, useState } from 'react';
import type { ToastMessage, ToastsProps } from './toast-message.ts';

type Region = ComponentType<ToastsProps>;

/** The region component once loaded. Kept here, because the first toast may come before `Toasts` is mounted. */
let region: Region | null = null;
let wake: (() => void) | null = null;
let clear = () => {};

type Parts = typeof import('./toast-region.tsx');

/** Loads the code of toasts; replaceable, see `fetchToastsBy`. */
let fetchBy = (load: () => Promise<Parts>): Promise<Parts> => load();
let coming: Promise<Parts> | undefined;
/** Number of calls of `clearToasts`. Drops toasts that were requested before the last one. */
let left = 0;

/** Replaces the loader of the toast code, for example by one that waits for the network. */
export function fetchToastsBy(by: <M>(load: () => Promise<M>) => Promise<M>): void {
  fetchBy = by;
}

/** Loads once. After a failure, the next caller loads again. */
function parts(): Promise<Parts> {
  coming ??= fetchBy(() => import('./toast-region.tsx')).catch((error: unknown) => {
    coming = undefined;
    throw error;
  });
  return coming;
}

/**
 * Shows a short notice, and resolves with a function that removes it. The region loads with the first notice, to keep
 * it out of the first paint. If it cannot be loaded, nothing is shown or thrown.
 */
export async function showToast(message: ToastMessage): Promise<() => void> {
  const asked = left;
  const found = await parts().catch(() => undefined);
  if (!found || asked !== left) return () => {};
  region = found.ToastRegion;
  clear = found.clearQueue;
  wake?.();
  return found.addToast(message);
}

/** Removes every toast, also sticky ones: they were for the member who logged out. */
export function clearToasts(): void {
  left += 1;
  clear();
}

/** Loads the toast code early, so the first toast needs no network. */
export async function prepareToasts(): Promise<void> {
  await parts();
}

/** Mount once, near the root. Empty until the first `showToast`. */
export function Toasts(props: ToastsProps) {
  const [Region, setRegion] = useState<Region | null>(null);
  useEffect(() => {
    wake = () => setRegion(() => region);
    wake();
    return () => {
      wake = null;
    };
  }, []);
  return Region && <Region {...props} />;
}
