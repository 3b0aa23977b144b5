// Runs before each file of screen tests. Requests that no test answers fail as if offline. Otherwise happy-dom asks
// port 3000 of this machine, and reports a failure under the name of another file.

if ('document' in globalThis) {
  Object.assign(globalThis, { fetch: () => Promise.reject(new TypeError('no server')) });
}
