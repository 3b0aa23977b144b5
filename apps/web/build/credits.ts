import type { Plugin } from 'vite';

/** Name of the file with credits and licence texts, as the footer links to it. */
export const NOTICES_FILE = 'third-party-notices.txt';

/** Data and fonts that the bundler can't credit: it sees only modules. */
const CREDITS = `# Credits

Place names and regions: GeoNames (https://www.geonames.org), CC BY 4.0.
Country of a network address: ip-location-db from data of the NRO (https://www.nro.net), CC BY 4.0.
Typefaces: Figtree and Fraunces, SIL Open Font License 1.1.
Emoji names: Emojibase, MIT, with names of the Unicode CLDR, Unicode License V3.

`;

/** Puts the credits of data and fonts before the licence texts that Vite writes (`build.license`). */
export function credits(): Plugin {
  return {
    name: 'credits',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const notices = bundle[NOTICES_FILE];
        if (notices?.type !== 'asset')
          throw new Error(`${NOTICES_FILE} not written by Vite: check build.license`);
        notices.source = CREDITS + notices.source.toString();
      },
    },
  };
}
