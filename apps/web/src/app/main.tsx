import '../app.css';
import type { Locale } from '@heartline/contracts';
import { fetchToastsBy, prepareToasts } from '@heartline/ui';
import { createRoot } from 'react-dom/client';
import { languageFromCookie, languageOfVisit, showLanguage } from '../client/language.ts';
import { onceReached } from '../client/lazy-component.ts';
import { queryClient, settingsQuery, userQuery } from '../client/query.ts';
import { storeTracking } from '../client/tracking.ts';
import { App } from './app.tsx';
import { memberIdle, pageIdle } from './idle.ts';
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

/** Settings, member and words are asked for at once; the page is drawn when its language and name are known. */
async function start(root: HTMLElement) {
  const settings = queryClient.fetchQuery(settingsQuery).catch(() => undefined);
  void queryClient.prefetchQuery(userQuery);
  const cookie = languageFromCookie();
  // Without its words there is no page: they are waited for, and not given up with the line.
  const show = (locale: Locale) => onceReached(() => showLanguage(locale).then(() => true));
  const [known] = await Promise.all([settings, cookie && show(cookie)]);
  if (!cookie) await show(languageOfVisit(known));
  createRoot(root).render(<App />);
  // It fetches the whole app to keep: what is seen and pressed first goes first.
  void memberIdle
    .then(() => import('../client/register-service-worker.ts'))
    .then(({ registerServiceWorker }) => registerServiceWorker())
    .catch(() => undefined);
  // A notice that there is no network must not need one, and the way to undo what was pressed first no pause.
  void pageIdle.then(prepareToasts).catch(() => undefined);
}

const root = document.getElementById('root');
// Operators are no members: theirs is another application, of which members load nothing.
if (root && location.pathname === '/operator')
  void import('./start-operator.tsx').then(({ startOperator }) => startOperator(root));
else if (root) void start(root);
