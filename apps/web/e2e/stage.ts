import { AxeBuilder } from '@axe-core/playwright';
import { getMessages, type Locale } from '@heartline/contracts';
import {
  buildWeb,
  ensureChromium,
  type Person,
  STABLE_CHROMIUM,
  startWorld,
  WEB_DIR,
  type World,
  type WorldOptions,
  type WorldWithStubs,
} from '@heartline/testing';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

type AnyWorld = World | WorldWithStubs;

/** A stage whose services run in this process or as processes. */
export type AnyStage = Stage<AnyWorld>;

/** A world with stand-ins of all external services, and a real browser in front of it. */
export interface Stage<W extends AnyWorld = WorldWithStubs> {
  world: W;
  /** The browser of this test process. The stage closes all its windows at the end. */
  browser: Browser;
  /** Starts another browser, with command line arguments of its own. The caller closes it. */
  launch(...args: string[]): Promise<Browser>;
  /** Starts a browser with the back/forward cache, which Playwright turns off. The caller closes it. */
  launchWithPageCache(): Promise<Browser>;
  /** Opens a window of a visitor on one gateway. */
  visitor(gateway: 0 | 1, look?: Look): Promise<Page>;
  /** Opens a window of a member who is signed in. */
  signedIn(person: Pick<Person, 'http'>, look?: Look): Promise<Page>;
  /** Errors that pages threw. */
  errors: string[];
  close(): Promise<void>;
}

export interface Look {
  width?: number;
  height?: number;
  locale?: Locale;
  colorScheme?: 'light' | 'dark';
  reducedMotion?: 'reduce';
  /** Under a finger, as a phone: narrow unless `width` says otherwise. */
  isPhone?: boolean;
  /** First lines are offered in a new chat; off, since they stand in front of it. */
  icebreakers?: boolean;
  /** Another browser than the stage's own. */
  browser?: Browser;
  /** The first page; `/members` for a member and the home page for a visitor by default. */
  path?: string;
}

export interface StageOptions extends Pick<WorldOptions, 'faults' | 'payments'> {
  /**
   * Windows register the service worker. Off by default: it stores the whole app a moment after the start, which doubles
   * the work of a window. Needed for pages opened offline, for push and for notifications.
   */
  serviceWorker?: boolean;
  /** Gateways take the country of a request from the cookie `dev-country`. */
  devTools?: boolean;
}

/** Browsers use all cores, and a gateway that waits for one must answer late instead of refusing. */
const NO_LOAD_LIMIT = { MAX_LOOP_DELAY_MS: '0' };

/** All browsers of this process that are open now: what they show is printed when a test fails. */
export const openBrowsers = new Set<Browser>();

/** Opens a stage whose gateways and worker run in this process, with a clock the test can advance. */
export function openStage({ devTools = false, ...options }: StageOptions = {}): Promise<Stage> {
  const gatewayEnvironment = devTools ? { DEV_TOOLS: 'yes' } : {};
  return open(options, (common) =>
    startWorld({ ...common, here: true, stubs: true, gateways: 2, workers: 1, gatewayEnvironment }),
  );
}

/** Opens a stage whose services are processes, for a test that kills them. */
export function openStageOfProcesses(options: Omit<StageOptions, 'devTools'> = {}): Promise<Stage<World>> {
  return open(options, (common) => startWorld({ ...common, stubs: true, gatewayEnvironment: NO_LOAD_LIMIT }));
}

/** Builds the web app if it is not built yet, and opens everything. */
async function open<W extends AnyWorld>(
  { serviceWorker = false, ...options }: Omit<StageOptions, 'devTools'>,
  start: (options: Pick<WorldOptions, 'faults' | 'webDir'>) => Promise<W>,
): Promise<Stage<W>> {
  await buildWeb(() => {});
  const [world, browser] = await Promise.all([start({ ...options, webDir: WEB_DIR }), sharedBrowser()]);
  const errors: string[] = [];
  const serviceWorkers = serviceWorker ? 'allow' : 'block';
  const openContext = (look: Look = {}) =>
    openWindow(look.browser ?? browser, { ...look, serviceWorkers }, errors);
  return {
    world,
    browser,
    launch: (...args) => launchBrowser(args),
    launchWithPageCache: () => launchBrowser([], ['--disable-back-forward-cache']),
    errors,
    async visitor(gateway, look) {
      const page = await (await openContext(look)).newPage();
      await page.goto(`${world.gateways[gateway]?.origin}${look?.path ?? '/'}`);
      return page;
    },
    async signedIn(person, look) {
      const context = await openContext(look);
      await signIn(context, person);
      const page = await context.newPage();
      await page.goto(`${person.http.gateway.origin}${look?.path ?? '/members'}`);
      return page;
    },
    async close() {
      await Promise.all(browser.contexts().map((context) => context.close()));
      await world.stop();
    },
  };
}

/** Waits until the app has taken the place of a served page: its links and forms answer in other ways before. */
export async function untilApp(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const root = document.getElementById('root');
    return !root?.hasChildNodes() || Object.keys(root).some((key) => key.startsWith('__react'));
  });
}

/**
 * Waits until the page has left the history entry of a closed dialog: that step back would end a navigation. It goes on
 * after two seconds, because an overlay of another kind may be open.
 */
async function untilStepLeft(page: Page): Promise<void> {
  const isLeft = () =>
    document.querySelector('[role$=dialog]') !== null || history.state?.overlay === undefined;
  await page.waitForFunction(isLeft, undefined, { timeout: 2_000 }).catch(() => {});
}

/** Lets the pages of a context wait before they go elsewhere, and for the app after they were opened or reloaded. */
export function openWithApp(context: BrowserContext): BrowserContext {
  context.on('page', (page) => {
    const goto = page.goto.bind(page);
    const reload = page.reload.bind(page);
    page.goto = async (url, options) => {
      await untilStepLeft(page);
      const answer = await goto(url, options);
      if (options?.waitUntil !== 'commit') await untilApp(page);
      return answer;
    };
    page.reload = async (options) => {
      await untilStepLeft(page);
      const answer = await reload(options);
      if (options?.waitUntil !== 'commit') await untilApp(page);
      return answer;
    };
  });
  return context;
}

let shared: Promise<Browser> | undefined;

/** The browser of this test process: its files run one after the other, and each closes its windows. */
async function sharedBrowser(): Promise<Browser> {
  const browser = await shared?.catch(() => undefined);
  if (browser?.isConnected()) return browser;
  shared = launchBrowser();
  return shared;
}

async function launchBrowser(args: string[] = [], ignoreDefaultArgs: string[] = []): Promise<Browser> {
  const executablePath = await ensureChromium(() => {});
  const launched = await chromium.launch({
    executablePath,
    args: [...STABLE_CHROMIUM, ...args],
    ignoreDefaultArgs,
  });
  openBrowsers.add(launched);
  launched.on('disconnected', () => openBrowsers.delete(launched));
  return launched;
}

/** Gives the windows of a context the session of this member, on the gateway that the member uses. */
export async function signIn(context: BrowserContext, { http }: Pick<Person, 'http'>): Promise<void> {
  const name = '__Host-session';
  const cookie = {
    name,
    value: http.cookies.get(name) ?? '',
    url: `https://${new URL(http.gateway.origin).hostname}/`,
  };
  await context.addCookies([{ ...cookie, secure: true, httpOnly: true, sameSite: 'Lax' }]);
}

/** Texts of `sender` among the last hundred messages, oldest first, as the server sends them to `reader`. */
export async function textsFrom({ world }: Stage, sender: Person, reader: Person): Promise<string[]> {
  const conversation = world.inside.core.messaging.conversationOf(sender.id, reader.id);
  const { messages } = await reader.http.call(getMessages, { conversation, limit: 100 });
  return messages.filter((message) => message.sender === sender.id).map((message) => message.text);
}

async function openWindow(
  browser: Browser,
  look: Look & { serviceWorkers: 'allow' | 'block' },
  errors: string[],
): Promise<BrowserContext> {
  const { isPhone = false, locale = 'en', colorScheme = 'light' } = look;
  const { width = isPhone ? 360 : 1280, height = isPhone ? 740 : 860 } = look;
  const context = await browser.newContext({
    viewport: { width, height },
    isMobile: isPhone,
    hasTouch: isPhone,
    locale,
    colorScheme,
    serviceWorkers: look.serviceWorkers,
    ...(look.reducedMotion ? { reducedMotion: look.reducedMotion } : {}),
  });
  await context.addInitScript(
    ([language, hasIcebreakers]) => {
      if (!location.protocol.startsWith('http')) return;
      localStorage.setItem('hide-entry-warning', String(Date.now()));
      if (!hasIcebreakers) localStorage.setItem('hide-icebreakers', String(Date.now()));
      if (!document.cookie.includes('i18n_redirected'))
        document.cookie = `i18n_redirected=${language}; path=/`;
    },
    [locale, look.icebreakers ?? false] as const,
  );
  context.setDefaultTimeout(20_000);
  context.on('weberror', (error) => errors.push(error.error().message));
  return openWithApp(context);
}

/** Serious and critical findings of axe on what is on the screen now: of all its rules, or of the `rules` given. */
export async function seriousFindings(page: Page, rules?: string[]): Promise<string[]> {
  // Wait for fades, which lower the contrast. A fade starts a frame after its element appears, and another may follow.
  // Ignore scroll-driven animations, which never end.
  await page.evaluate(async () => {
    const running = () =>
      document
        .getAnimations()
        .filter(
          ({ effect, playState, timeline }) =>
            playState === 'running' &&
            timeline === document.timeline &&
            effect?.getComputedTiming().endTime !== Infinity,
        );
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    do {
      await Promise.allSettled(running().map(({ finished }) => finished));
      await nextFrame();
      await nextFrame();
    } while (running().length > 0);
  });
  const axe = new AxeBuilder({ page })
    // Its own way to finish opens a window for each run; one page without frames needs none.
    .setLegacyMode(true)
    // Report violations only and skip style sheets, which no rule needs: half the time.
    .options({ resultTypes: ['violations'], preload: false });
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
}
