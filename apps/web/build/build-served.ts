import { fileURLToPath } from 'node:url';
import { lingui } from '@lingui/vite-plugin';
import react from '@vitejs/plugin-react-swc';
import { build, type LogLevel } from 'vite';

const web = fileURLToPath(new URL('..', import.meta.url));

/**
 * Builds the views of visitors' pages for the gateway, as one module with all its dependencies: `served.js` and the
 * texts of each language. It holds no code of members' screens.
 */
export async function buildServed(outDir: string, logLevel: LogLevel): Promise<void> {
  await build({
    root: web,
    configFile: false,
    logLevel,
    publicDir: false,
    plugins: [
      react({ plugins: [['@lingui/swc-plugin', {}]] }),
      lingui({
        cwd: new URL('../../../packages/i18n', import.meta.url).pathname,
        failOnCompileError: true,
      }),
    ],
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    ssr: { noExternal: true },
    build: {
      ssr: 'src/served/served.tsx',
      outDir,
      emptyOutDir: true,
      rolldownOptions: {
        output: { entryFileNames: 'served.js', chunkFileNames: '[name]-[hash:7].js' },
      },
    },
  });
}
