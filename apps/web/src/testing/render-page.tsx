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
  // As long as `expect.poll` waits: how long something takes says how busy the machine is.
  asyncUtilTimeout: 30_000,
  // What an event changes is drawn at once. Not by `act`, as by default: what suspends in it is never drawn again.
  eventWrapper: (fire) => flushSync(fire),
});

/** What a piece of a page finds around it, besides the cache and English words. */
interface Around {
  /** What the piece needs of the settings; without any it asks for them. */
  readonly settings?: Partial<PublicSettings>;
  /** Whether notices are shown, in a region called "Notices". */
  readonly hasNotices?: boolean;
  /** How numbers and times are written, such as "en-GB"; else as English has them. */
  readonly region?: string;
}

/** Renders a piece of a page as it stands in the app. All that is left of it goes when the test is finished. */
export function renderPage(piece: ReactNode, around: Around = {}) {
  return render(piece, { wrapper: surroundings(around) });
}

/** The same for a hook, whose answer is `result.current`. */
export function renderPageHook<Answer>(hook: () => Answer, around: Around = {}) {
  return renderHook(hook, { wrapper: surroundings(around) });
}

const NOTICES = { name: 'Notices', close: 'Close' };

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

/** What a test left would be found by the next one. */
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
