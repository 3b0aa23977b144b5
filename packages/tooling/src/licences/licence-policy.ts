/** Licences that ask for no more than a notice, or (MPL, OFL, CC-BY) reach no further than their own files. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Unlicense',
  'Zlib',
]);

/** Packages read by a person, because their manifest does not say it in SPDX terms. */
const READ_BY_HAND: Record<string, string> = {
  // Loaded as a separate shared library by sharp, which LGPL allows.
  '@img/sharp-libvips-*': 'LGPL for a library that is linked, not copied',
  '@img/sharp-wasm32': 'LGPL for a library that is linked, not copied',
  '@img/sharp-win32-*': 'LGPL for a library that is linked, not copied',
  // Code is MIT. The drawings have their own terms, "free for personal and commercial use".
  '@dicebear/avataaars': 'MIT code, free drawings',
  '@dicebear/avataaars-neutral': 'MIT code, free drawings',
  '@dicebear/bottts': 'MIT code, free drawings',
  '@dicebear/bottts-neutral': 'MIT code, free drawings',
  // Its manifest joins the two licences, both on the list, by a small "or".
  ibantools: 'MIT or MPL-2.0',
  // The licence stands in a file or an older field of package.json only.
  '@react-aria/optimize-locales-plugin': 'Apache-2.0',
  'mollie-api-typescript': 'BSD-2-Clause',
  'urlsafe-base64': 'MIT',
  'xmlhttprequest-ssl': 'MIT',
};

/** `(MIT OR GPL-3.0)` needs one allowed choice, `MIT AND Zlib` needs all; there is no deeper nesting in use. */
function isExpressionAllowed(expression: string): boolean {
  const choices = expression.replace(/[()]/g, '').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every((licence) => ALLOWED.has(licence)));
}

function isReadByHand(name: string): boolean {
  return Object.keys(READ_BY_HAND).some((known) =>
    known.endsWith('*') ? name.startsWith(known.slice(0, -1)) : name === known,
  );
}

/** May the product ship with this package? Unknown licences may not: they are read first. */
export function isLicenceAllowed({ name, license }: { name: string; license?: string }): boolean {
  return isReadByHand(name) || (license !== undefined && isExpressionAllowed(license));
}
