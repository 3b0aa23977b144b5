import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { LOCALES } from '@heartline/contracts';
import { lingui } from '@lingui/vite-plugin';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react-swc';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { credits, NOTICES_FILE } from './build/credits.ts';
import { emojiData } from './build/emoji-data.ts';
import { firstFiles } from './build/first-files.ts';
import { precompress } from './build/precompress.ts';
import { slimContracts } from './build/slim-contracts.ts';

/** The running gateway to which `npm run dev` sends everything but the web app. */
const gateway = process.env.GATEWAY_URL ?? 'http://127.0.0.1:4001';

/** A hash of the shapes of answers. Data that a browser stored under an earlier release must have the same shapes. */
function shapesOfAnswers(): string {
  const folder = new URL('../../packages/contracts/src/', import.meta.url);
  const hash = createHash('sha256');
  for (const name of readdirSync(folder).sort()) {
    if (name.endsWith('.ts') && !name.endsWith('.test.ts')) hash.update(readFileSync(new URL(name, folder)));
  }
  return hash.digest('hex').slice(0, 12);
}

/** Loads the two fonts of the first screen with the page instead of after the stylesheet. */
function preloadFonts(files: RegExp): Plugin {
  return {
    name: 'preload-fonts',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => files.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: '' },
            injectTo: 'head',
          })),
    },
  };
}

const at = (...places: string[]) => new RegExp(places.map((place) => `/${place}`).join('|'));

/** The modules around every screen of a member, and the like button of every card. */
const MEMBER_FRAME = at(
  'src/app/(?:bars/member-|composition|connection-banner)',
  'src/features/likes/(?:like-toggle|use-likes)',
  'src/(?:people/presence|live/attention)',
  // The calls behind notifications of messages and refunds, and the clock of the welcome discount.
  '(?:domain/src/notifications|contracts/src/payments\\.refunds|ui/src/feedback/countdown)',
);
/** Modules that all sorts of screens share, the login too. Modules with React Aria stay apart. */
const SHARED = at(
  'contracts/src/(?!discovery|messaging|payments|profiles)',
  'domain/src/(?!accounts|credits|discovery|messaging|notifications|payments)',
  'ui/src/(?:actions/icon|overlays/back|feedback/banner|fields/(?:form-error|password)|layout)',
  'web/src/client/(?:error|media|opened|sign-in)',
  '(?:query-core|react-query)/',
);
/** Modules the home page shares with other screens. Small, so that it loads neither their forms nor their cards. */
const FIELD_AND_PHOTO = new RegExp(
  [
    '/ui/src/(?:people/(?:photo|use-picture-tries)|fields/(?:field-frame|text-field))\\.',
    '/lucide-react/dist/esm/icons/(?:arrow-right|circle-alert)\\.',
  ].join('|'),
);
/** People: their cards and pictures, and the labels of profile facts. */
const PEOPLE = at(
  'ui/src/(?:drawings|feedback/(?:badge|chip|empty)|people)',
  'web/src/(?:people/(?!last-seen|match-announcement|money|own-like|presence|profile-query|sheet-label)|client/(?:before-log-out|focus|load-failure|request-queue))',
  'web/src/features/discovery/(?:filter-words|member-search)',
  '(?:contracts|domain)/src/(?:discovery|profiles)',
);
/** Forms longer than a login. */
const FORMS = at(
  'ui/src/fields/(?!age)',
  'domain/src/accounts',
  'web/src/client/(?:calendar|sign-up-draft|tracking)',
);
/** Ways to pay and their logos, for the pages that sell credits. */
const CHECKOUT = at(
  'ui/src/payments/',
  'domain/src/payments',
  'web/src/features/payments/checkout/(?!checkout-page)',
);
/** Chats, their prices, and their persisted data: nothing that a visitor sees. */
const CHATS = at(
  'ui/src/(?:chat|money)/',
  '(?:contracts|domain)/src/messaging',
  'domain/src/credits',
  'web/src/(?:client|people/(?:last-seen|money|profile-query|sheet-label))',
);

const wordsOf = (id: string) => `words-${/\/locales\/(\w+)\//.exec(id)?.[1]}`;

export default defineConfig({
  plugins: [
    slimContracts(),
    // React Aria has texts in thirty languages; a page needs ours.
    { ...optimizeLocales.vite({ locales: [...LOCALES] }), enforce: 'pre' },
    react({ plugins: [['@lingui/swc-plugin', {}]] }),
    lingui({ cwd: new URL('../../packages/i18n', import.meta.url).pathname, failOnCompileError: true }),
    tailwindcss(),
    emojiData(),
    firstFiles(),
    preloadFonts(/(figtree-latin-wght|fraunces-latin-soft)-normal.*\.woff2$/),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src',
      filename: 'service-worker.ts',
      injectRegister: false,
      injectManifest: {
        globPatterns: ['index.html', 'assets/*.{js,css,woff2}', 'icons/*.svg', 'gifts/*.svg'],
        // The dictionaries of the password meter are for members who type a password, not for every cache.
        globIgnores: ['assets/password-strength-*.js'],
      },
      manifest: {
        id: '/',
        name: 'Heartline',
        short_name: 'Heartline',
        start_url: '/',
        display: 'standalone',
        background_color: '#fbf7f2',
        theme_color: '#fbf7f2',
        icons: [
          { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
          { src: '/icons/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        ],
      },
    }),
    credits(),
    precompress(),
  ],
  define: { SHAPES_OF_ANSWERS: JSON.stringify(shapesOfAnswers()) },
  server: {
    proxy: {
      '/api': { target: gateway, changeOrigin: false },
      '/dev': { target: gateway, changeOrigin: false },
      '/media': { target: gateway, changeOrigin: false },
      '/socket.io': { target: gateway, ws: true, changeOrigin: false },
    },
  },
  build: {
    cssTarget: ['chrome123', 'safari17.5', 'firefox120'],
    assetsInlineLimit: 0,
    license: { fileName: NOTICES_FILE },
    modulePreload: {
      polyfill: false,
      // A page has the bundler's runtime from the first chunk. Its chunks need not list it again.
      resolveDependencies: (_file, files) => files.filter((file) => !file.includes('rolldown-runtime')),
    },
    rolldownOptions: {
      output: {
        // The first chunk names every file, and hashes do not compress. Seven characters are enough to tell apart files
        // of the same name in two releases.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            // The first paint needs one chunk. Cut into forty, it costs a fifth more bytes and forty requests.
            { name: 'first-paint', tags: ['$initial'], priority: 7 },
            { name: wordsOf, test: /\/locales\/\w+\/(?:web|errors)\.po$/, priority: 7 },
            { name: 'field-and-photo', test: FIELD_AND_PHOTO, priority: 7 },
            // Modules that later screens share are small. In a single chunk, a login would load the code of chats. A
            // group includes the imports of its modules, so groups that others use come first.
            { name: 'shared', test: SHARED, minShareCount: 2, priority: 6 },
            { name: 'people', test: PEOPLE, minShareCount: 2, priority: 5 },
            { name: 'icons', test: /\/lucide-react\//, minShareCount: 2, priority: 4 },
            { name: 'store', test: /\/idb\/|\/client\/database\.ts/, minShareCount: 2, priority: 4 },
            { name: 'forms', test: FORMS, minShareCount: 2, priority: 3 },
            { name: 'checkout', test: CHECKOUT, minShareCount: 2, priority: 0 },
            { name: 'chats', test: CHATS, minShareCount: 2, priority: 2 },
            // Code on every page of a member is one chunk: sixty chunks kept a phone busy for half a second.
            { name: 'member-frame', test: MEMBER_FRAME, priority: 1 },
          ],
        },
      },
    },
  },
});
