// Runs before each file of tests of screens. What no test answers has no server: happy-dom would ask port 3000 of this
// machine, whoever listens there, and say that nobody did under the name of another file.

if ('document' in globalThis) {
  Object.assign(globalThis, { fetch: () => Promise.reject(new TypeError('no server')) });
}
