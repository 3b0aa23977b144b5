import { type ComponentType, useEffect, useState } from 'react';
import type { ToastMessage, ToastsProps } from './toast-message.ts';

type Region = ComponentType<ToastsProps>;

/** Where notices are drawn, since the first one: also if that came before the page had a place for it. */
let region: Region | null = null;
let wake: (() => void) | null = null;
let clear = () => {};

/**
 * Shows a short notice. The region is loaded with the first one, so that the first paint does not carry it.
 * Resolves to a function that takes the notice back.
 */
export async function showToast(message: ToastMessage): Promise<() => void> {
  const { addToast, clearQueue, ToastRegion } = await import('./toast-region.tsx');
  region = ToastRegion;
  clear = clearQueue;
  wake?.();
  return addToast(message);
}

/** Takes every notice away, also those that stay until they are closed: they were for who has left. */
export function clearToasts(): void {
  clear();
}

/** Fetches what notices are drawn with, so that the first one needs no network. */
export async function prepareToasts(): Promise<void> {
  await import('./toast-region.tsx');
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
