/**
 * Exits with one sentence when Node.js is older than 24. Plain JavaScript without imports, because an older Node.js
 * cannot read TypeScript. It would only report ERR_UNKNOWN_FILE_EXTENSION.
 */
const NEEDED = 24;

if (Number(process.versions.node.split('.', 1)[0]) < NEEDED) {
  process.stderr.write(
    `Heartline needs Node.js ${NEEDED} or newer, and this is ${process.versions.node} (${process.execPath}). ` +
      'Start it with node_modules/.bin/node, which npm ci installs on x64 Linux, or install Node.js 24.\n',
  );
  process.exit(1);
}
