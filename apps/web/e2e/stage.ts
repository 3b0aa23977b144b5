import { AxeBuilder } from '@axe-core/playwright';
import { getMessages, type Locale } from '@heartline/contracts';
import {
  buildWeb,
  CALM_CHROMIUM,
  ensureChromium,
  type Person,
  startWorld,
  WEB_DIR,
  type World,
  type WorldOptions,
} from '@heartline/testing';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

/** A whole world with its neighbours, and a real browser in front of it. */
export interface Stage {
  world: World;
  browser: Browser;
  /** Another browser, with command line arguments of its own; its opener closes it. */
  launch(...args: string[]): Promise<Browser>;
  /** One that keeps the page one leaves and shows it again as it was, as browsers do. */
  launchWithPageCache(): Promise<Browser>;
  /** A window of its own, as a visitor on one gateway. */
  visitor(gateway: 0 | 1, look?: Look): Promise<Page>;
  /** A window of a member who is signed in already. */
  signedIn(person: Pick<Person, 'http'>, look?: Look): Promise<Page>;
  /** Errors that pages threw or wrote, other than refusals the test provokes. */
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
  /** What is opened first: by a member `/members` unless given, by a visitor the home page. */
  path?: string;
}

export interface StageOptions extends Pick<WorldOptions, 'faults'> {
  /**
   * Windows register the service worker. Off, since each would fetch and keep the whole app a moment after it opened, at
   * half the price of all else it does; on where pages are opened offline, and for push and notices.
   */
  serviceWorker?: boolean;
}

/** Browsers fill the machine, and a gateway that has to wait for a core answers late instead of refusing. */
const PATIENT = { MAX_LOOP_DELAY_MS: '0' };

/** All browsers of this process that are open now, of every stage: what they show when a test fails is told. */
export const openBrowsers = new Set<Browser>();

/** Builds the web app if it is not built yet, and opens everything. */
export async function openStage({ serviceWorker = false, ...options }: StageOptions = {}): Promise<Stage> {
  await buildWeb(() => {});
  const [world, executablePath] = await Promise.all([
    startWorld({ ...options, gatewayEnvironment: PATIENT, neighbours: true, webDir: WEB_DIR }),
    ensureChromium(() => {}),
  ]);
  const start = async (args: string[], ignoreDefaultArgs: string[] = []) => {
    const opened = await chromium.launch({
      executablePath,
      args: [...CALM_CHROMIUM, ...args],
      ignoreDefaultArgs,
    });
    openBrowsers.add(opened);
    opened.on('disconnected', () => openBrowsers.delete(opened));
    return opened;
  };
  const launch = (...more: string[]) => start(more);
  const launchWithPageCache = () => start([], ['--disable-back-forward-cache']);
  const browser = await launch();
  const errors: string[] = [];
  const serviceWorkers = serviceWorker ? 'allow' : 'block';
  const open = (look: Look = {}) => openWindow(look.browser ?? browser, { ...look, serviceWorkers }, errors);
  return {
    world,
    browser,
    launch,
    launchWithPageCache,
    errors,
    async visitor(gateway, look) {
      const page = await (await open(look)).newPage();
      await page.goto(`${world.gateways[gateway]?.origin}${look?.path ?? '/'}`);
      return page;
    },
    async signedIn(person, look) {
      const context = await open(look);
      await signIn(context, person);
      const page = await context.newPage();
      await page.goto(`${person.http.door.origin}${look?.path ?? '/members'}`);
      return page;
    },
    async close() {
      await browser.close();
      await world.stop();
    },
  };
}

/** Gives the windows of a context the session of this member, on the gateway that the member uses. */
export async function signIn(context: BrowserContext, { http }: Pick<Person, 'http'>): Promise<void> {
  const name = '__Host-session';
  const cookie = {
    name,
    value: http.cookies.get(name) ?? '',
    url: `https://${new URL(http.door.origin).hostname}/`,
  };
  await context.addCookies([{ ...cookie, secure: true, httpOnly: true, sameSite: 'Lax' }]);
}

/** What `sender` wrote to `reader`, oldest first, as the server gives it to `reader`: of the last hundred messages. */
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
  return context;
}

/** Serious and critical findings of axe on what is on the screen now: of all its rules, or of the `rules` given. */
export async function seriousFindings(page: Page, rules?: string[]): Promise<string[]> {
  // What is still fading in has less contrast than it will have. A fade begins a frame after what it shows was put
  // there, and another may follow it. What follows a scroll is never over.
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
    // What passes is not asked about, and no rule in use looks into style sheets: half the time.
    .options({ resultTypes: ['violations'], preload: false });
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
}
