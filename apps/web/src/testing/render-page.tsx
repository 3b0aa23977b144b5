import type { PublicSettings } from '@heartline/contracts';
import { clearToasts, Toasts } from '@heartline/ui';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render, renderHook } from '@testing-library/react';
import type { PropsWithChildren, ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { onTestFinished, vi } from 'vitest';
import { keys, queryClient } from '../client/query.ts';

configure({
  // As long as `expect.poll` waits: durations depend on the load of the machine.
  asyncUtilTimeout: 30_000,
  // Renders changes of an event at once. Not by `act`, the default: a component that suspends in it never renders
  // again.
  eventWrapper: (fire) => flushSync(fire),
});

/** The surroundings of a rendered component, besides the cache and English texts. */
interface Around {
  /** Settings the component needs; without any it requests them. */
  readonly settings?: Partial<PublicSettings>;
  /** Shows toasts, in a region called "Notifications". */
  readonly hasNotices?: boolean;
  /** The locale of numbers and times, such as "en-GB"; English by default. */
  readonly region?: string;
}

/** Renders a component as in the app. Everything is cleaned up when the test ends. */
export function renderPage(piece: ReactNode, around: Around = {}) {
  return render(piece, { wrapper: surroundings(around) });
}

/** The same for a hook, whose return value is `result.current`. */
export function renderPageHook<Answer>(hook: () => Answer, around: Around = {}) {
  return renderHook(hook, { wrapper: surroundings(around) });
}

const NOTICES = { name: 'Notifications', close: 'Close' };

function surroundings({ settings, hasNotices, region = 'en' }: Around) {
  onTestFinished(leaveNothing);
  i18n.loadAndActivate({ locale: 'en', locales: region, messages: {} });
  if (settings) queryClient.setQueryData(keys.settings, settings);
  return ({ children }: PropsWithChildren) => (
    <QueryClientProvider client={queryClient}>
      <I18nProvider i18n={i18n}>
        {children}
        {hasNotices && <Toasts label={NOTICES.name} closeLabel={NOTICES.close} />}
      </I18nProvider>
    </QueryClientProvider>
  );
}

/** Cleans up, so that the next test finds nothing of this one. */
function leaveNothing(): void {
  cleanup();
  clearToasts();
  queryClient.clear();
  localStorage.clear();
  sessionStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
}
