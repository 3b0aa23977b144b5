import '../app.css';
import type { Locale } from '@heartline/contracts';
import { fetchToastsBy, prepareToasts } from '@heartline/ui';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { languageOfAddress } from '../client/address-language.ts';
import { languageFromCookie, languageOfVisit, showLanguage } from '../client/language.ts';
import { onceReached } from '../client/lazy-component.ts';
import { companyQuery, queryClient, settingsQuery, userQuery } from '../client/query.ts';
import { storeTracking } from '../client/tracking.ts';
import { App } from './app.tsx';
import { memberIdle, pageIdle } from './idle.ts';
import { SiteFooter } from './layouts/default-frame.tsx';
import { reportWhenHidden } from './page-hidden.ts';
import { guardReloads } from './reload-guard.ts';
import { router } from './router.tsx';

guardReloads();
storeTracking(location.search);
reportWhenHidden();
fetchToastsBy(onceReached);
// Few links ask for it, so few visits load it.
if (new URLSearchParams(location.search).has('lb'))
  void import('./page-bounce.ts')
    .then(({ reportBounces }) => reportBounces(() => router.state.matches.at(-1)?.fullPath))
    .catch(() => undefined);

/** Everything that the app draws of a served page. Until then the served page stays: its links and forms work. */
async function readyForServed(): Promise<void> {
  await Promise.allSettled([
    router.load(),
    SiteFooter.preload(),
    queryClient.ensureQueryData(userQuery),
    queryClient.ensureQueryData(companyQuery),
  ]);
}

/** Loads settings, member and texts at the same time; the page renders when its language and site name are known. */
async function start(root: HTMLElement) {
  const settings = queryClient.fetchQuery(settingsQuery).catch(() => undefined);
  void queryClient.prefetchQuery(userQuery);
  const chosen = languageOfAddress(location.pathname) ?? languageFromCookie();
  // The page can't render without its texts. They are waited for, even over a broken connection.
  const show = (locale: Locale) => onceReached(() => showLanguage(locale).then(() => true));
  const [known] = await Promise.all([settings, chosen && show(chosen)]);
  if (!chosen) await show(languageOfVisit(known));
  if (!root.hasChildNodes()) createRoot(root).render(<App />);
  else {
    const { takeOver, untilReached } = await onceReached(() => import('../client/take-over.ts'));
    await untilReached(readyForServed);
    takeOver(root, () => flushSync(() => createRoot(root).render(<App />)));
  }
  // The service worker loads the whole app to store it; visible things go first.
  void memberIdle
    .then(() => import('../client/register-service-worker.ts'))
    .then(({ installServiceWorker }) => installServiceWorker())
    .catch(() => undefined);
  // A notice about a missing network must not need a network, and the first undo must not wait.
  void pageIdle.then(prepareToasts).catch(() => undefined);
}

const root = document.getElementById('root');
// Operators are not members: theirs is another application, and members load nothing of it.
if (root && /^\/operator(\/landers)?$/.test(location.pathname))
  void import('./start-operator.tsx').then(({ startOperator }) => startOperator(root));
else if (root) void start(root);
