import { type ComponentType, useEffect, useState } from 'react';
import type { ToastMessage, ToastsProps } from './toast-message.ts';

type Region = ComponentType<ToastsProps>;

/** Where notices are drawn, since the first one: also if that came before the page had a place for it. */
let region: Region | null = null;
let wake: (() => void) | null = null;
let clear = () => {};

type Parts = typeof import('./toast-region.tsx');

/** How what notices are drawn with is fetched. */
let fetchBy = (load: () => Promise<Parts>): Promise<Parts> => load();
let coming: Promise<Parts> | undefined;
/** How often those that notices were for have left. */
let left = 0;

/** Has it fetched by something that waits for a network where there is none, and what is to be said with it. */
export function fetchToastsBy(by: <M>(load: () => Promise<M>) => Promise<M>): void {
  fetchBy = by;
}

/** Fetched once; where that fails, anew for the next one who asks. */
function parts(): Promise<Parts> {
  coming ??= fetchBy(() => import('./toast-region.tsx')).catch((error: unknown) => {
    coming = undefined;
    throw error;
  });
  return coming;
}

/**
 * Shows a short notice. The region is loaded with the first one, so that the first paint does not carry it.
 * Resolves to a function that takes the notice back; where the region can't be had, nothing is shown and nothing thrown.
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

/** Takes every notice away, also those that stay until they are closed: they were for who has left. */
export function clearToasts(): void {
  left += 1;
  clear();
}

/** Fetches what notices are drawn with, so that the first one needs no network. */
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
