import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { LOCALES } from '@heartline/contracts';
import { lingui } from '@lingui/vite-plugin';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react-swc';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { emojiData } from './build/emoji-data.ts';
import { firstFiles } from './build/first-files.ts';
import { precompress } from './build/precompress.ts';
import { slimContracts } from './build/slim-contracts.ts';

/** Where `npm run dev` sends what is not the web app: a running gateway. */
const gateway = process.env.GATEWAY_URL ?? 'http://127.0.0.1:4001';

/** Changes with the shapes of answers: what a browser kept of an earlier release must fit this one. */
function shapesOfAnswers(): string {
  const folder = new URL('../../packages/contracts/src/', import.meta.url);
  const hash = createHash('sha256');
  for (const name of readdirSync(folder).sort()) {
    if (name.endsWith('.ts') && !name.endsWith('.test.ts')) hash.update(readFileSync(new URL(name, folder)));
  }
  return hash.digest('hex').slice(0, 12);
}

/** The two faces of the first screen are asked for with the page instead of after the stylesheet. */
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

/** What is drawn around every screen of a member, and the heart on every card. */
const MEMBER_FRAME =
  /\/src\/(?:app\/(?:bars\/member-|composition|connection-banner)|features\/likes\/like-toggle)/;
/** Small things that several screens share; what draws on React Aria stays apart. */
const SHARED =
  /\/packages\/(?:contracts|domain|ui)\/src\/(?!overlays|feedback\/toast|fields\/age)|\/apps\/web\/src\/(?:people|client)\//;

const wordsOf = (id: string) => `words-${/\/locales\/(\w+)\//.exec(id)?.[1]}`;

export default defineConfig({
  plugins: [
    slimContracts(),
    // React Aria speaks thirty languages; a page needs ours.
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
        // The dictionaries of the password meter are for who types one, not for everybody's cache.
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
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What the first paint needs is one chunk: cut into forty, it costs a fifth more bytes and forty requests.
            { name: 'first-paint', tags: ['$initial'], priority: 3 },
            // The same of what stands on every page of a member: sixty pieces kept a phone busy for half a second.
            { name: 'member-frame', test: MEMBER_FRAME, priority: 1 },
            { name: wordsOf, test: /\/locales\/\w+\/(?:web|errors)\.po$/, priority: 2 },
            // So with what later screens share and is a line or two each: the first paint would carry all their names.
            { name: 'icons', test: /\/lucide-react\//, minShareCount: 2 },
            { name: 'shared', test: SHARED, minShareCount: 2, priority: 2 },
          ],
        },
      },
    },
  },
});
