/**
 * Import rules of this project: imports run downward only.
 *
 * ```
 * apps/web → ui → i18n          services/{gateway,worker,admin} → core → platform
 *      └──→ domain, contracts                         └──→ domain, i18n, contracts
 * load-tests → contracts        testing may be used by tests of anything
 * ```
 *
 * `npm run boundaries` checks them. `packages/tooling/src/boundaries` proves that every rule fails on a planted import.
 */

const OURS = '^(apps|services|packages|infra|load-tests)/';
const TESTS = [
  '\\.test\\.tsx?$',
  '/(tests|e2e)/',
  '^load-tests/',
  '^packages/testing/',
  '^apps/web/src/testing/',
];

/** The one file of the tooling that tests import. */
const FIXED_WAIT = '^packages/tooling/src/fixed-wait\\.ts$';

/** The packages that each part may import besides itself, and the alternative for all others. */
const LAYERS = {
  'apps/web': {
    may: ['packages/ui', 'packages/domain', 'packages/contracts', 'packages/i18n'],
    instead:
      'call the server through a contract of @heartline/contracts; share pure rules through @heartline/domain',
  },
  'packages/ui': {
    may: ['packages/i18n'],
    instead: 'pass data and callbacks in as props; components load nothing and know no feature',
  },
  'services/gateway': {
    may: ['packages/core', 'packages/platform', 'packages/domain', 'packages/i18n', 'packages/contracts'],
    instead: 'put what both services need into @heartline/core and hand work over through a job contract',
  },
  'services/worker': {
    may: ['packages/core', 'packages/platform', 'packages/domain', 'packages/i18n', 'packages/contracts'],
    instead: 'put what both services need into @heartline/core and hand events over through publish',
  },
  'services/admin': {
    may: ['packages/core', 'packages/platform', 'packages/i18n', 'packages/contracts'],
    instead: 'put what services share into @heartline/core and call its use cases from a command',
  },
  'packages/core': {
    may: ['packages/platform', 'packages/domain', 'packages/i18n', 'packages/contracts'],
    instead: 'take it as an argument of createCore; a use case knows no service, screen or test',
  },
  'packages/platform': {
    may: ['packages/contracts'],
    instead: 'keep adapters free of rules: let @heartline/core call the adapter with what it needs',
  },
  'packages/domain': {
    may: ['packages/contracts'],
    instead: 'pass the value in; rules are pure and see only @heartline/contracts',
  },
  'packages/i18n': {
    may: ['packages/contracts'],
    instead: 'pass the value in; texts see only @heartline/contracts',
  },
  'packages/contracts': {
    may: [],
    instead: 'define it here; contracts are the ground floor and import nothing of ours',
  },
  'packages/tooling': {
    may: [],
    instead: 'read files and run commands; the gates must work while the product does not compile',
  },
  'load-tests': {
    may: ['packages/contracts', 'packages/testing'],
    instead: 'talk to a running system through contracts, or start one through @heartline/testing',
  },
};

/** In order: a feature may use those before it, through their index.ts. */
const FEATURES = [
  'site',
  'accounts',
  'safety',
  'profiles',
  'credits',
  'payments',
  'messaging',
  'likes',
  'discovery',
  'notifications',
];

const anyOf = (words) => `(${words.join('|')})`;

const layerRules = Object.entries(LAYERS).map(([part, { may, instead }]) => ({
  name: `layer-${part.replace('/', '-')}`,
  comment: `${part} may import ${may.length ? may.join(', ') : 'nothing of ours'}. Instead: ${instead}.`,
  severity: 'error',
  from: { path: `^${part}/` },
  to: {
    path: OURS,
    // Tests may use fakes, test worlds and fixed waits. The rule `testing-in-tests` limits these imports.
    pathNot: [`^${anyOf([part, ...may])}/`, '^packages/testing/', FIXED_WAIT],
  },
}));

const featureOrderRules = FEATURES.slice(0, -1).map((feature, position) => {
  const later = FEATURES.slice(position + 1);
  return {
    name: `core-order-${feature}`,
    comment:
      `In core, ${feature} comes before ${later.join(', ')} and may not import them. ` +
      'Instead: let the later feature call this one, or take a function as an argument, wired in create-core.ts.',
    severity: 'error',
    from: { path: `^packages/core/src/${feature}/`, pathNot: TESTS },
    to: { path: `^packages/core/src/${anyOf(later)}/` },
  };
});

const featureFenceRules = [
  {
    name: 'core-feature-index',
    comment:
      'In core one feature uses another only through its index.ts. Instead: export what you need there, if it is meant for others.',
    severity: 'error',
    from: { path: `^packages/core/src/${anyOf(FEATURES)}/` },
    to: {
      path: `^packages/core/src/${anyOf(FEATURES)}/`,
      pathNot: ['^packages/core/src/$1/', '^packages/core/src/[^/]+/index\\.ts$'],
    },
  },
  {
    name: 'web-feature-fence',
    comment:
      'In the web app features do not import features. Instead: compose them in src/app, or move what they share beside src/features or into packages/ui.',
    severity: 'error',
    from: { path: '^apps/web/src/features/([^/]+)/' },
    to: { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
  },
  {
    name: 'web-features-below-app',
    comment:
      'The app composes features, never the other way. Instead: take what you need as props or context.',
    severity: 'error',
    from: { path: '^apps/web/src/[^/]+/', pathNot: '^apps/web/src/app/' },
    to: { path: '^apps/web/src/app/' },
  },
];

const purityRules = [
  {
    name: 'handlers-call-core',
    comment:
      'Routes, live handlers, jobs and commands reach no adapter; a service touches @heartline/platform only where it is put together. Instead: call a use case of @heartline/core (a type import is fine).',
    severity: 'error',
    from: {
      path: ['^services/[^/]+/src.*/(routes|jobs|commands)/', '^services/.+\\.(routes|handlers|job)\\.ts$'],
      pathNot: TESTS,
    },
    to: { path: '^packages/platform/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'domain-is-pure',
    comment:
      'Rules have no I/O and no clock: no Node modules, no packages. Instead: pass time, ids and data in as arguments.',
    severity: 'error',
    from: { path: '^packages/domain/src/', pathNot: TESTS },
    to: { pathNot: OURS },
  },
  {
    name: 'contracts-need-zod-only',
    comment:
      'Contracts run on both sides of the wire. Instead of another package, describe the value with zod.',
    severity: 'error',
    from: { path: '^packages/contracts/src/', pathNot: TESTS },
    to: { pathNot: [OURS, '(^|/)node_modules/zod/'] },
  },
  {
    name: 'browser-code-without-node',
    comment: 'This code runs in a browser. Instead of a Node module use the web platform.',
    severity: 'error',
    from: { path: '^(apps/web|packages/ui)/src/', pathNot: TESTS },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'testing-in-tests',
    comment:
      'packages/testing is for tests, end-to-end tests and benchmarks, apps/web/src/testing for tests of pages. Instead: give the product its own adapter in @heartline/platform, or its own component.',
    severity: 'error',
    from: { path: OURS, pathNot: TESTS },
    to: { path: ['^(packages/testing|apps/web/src/testing)/', FIXED_WAIT] },
  },
  {
    name: 'local-is-a-leaf',
    comment:
      'infra/local starts the app, and no part of the app may import it. Instead: take a URL or a port from config.ts.',
    severity: 'error',
    from: { path: '^(apps|services|packages)/', pathNot: '^packages/testing/' },
    to: { path: '^infra/' },
  },
  {
    name: 'cross-package-by-name',
    comment:
      'One package uses another by its name and what it exports. Instead of a relative path write @heartline/<package>.',
    severity: 'error',
    from: { path: '^((?:apps|services|packages|infra)/[^/]+|load-tests)/' },
    to: { path: OURS, pathNot: '^$1/', dependencyTypes: ['local'] },
  },
  {
    name: 'no-cycles',
    comment:
      'Modules that need each other, if only a type, are one module or miss a third one. Instead: move the shared part below both.',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'resolvable',
    comment: 'This import leads nowhere. Instead: check the file ending (.ts) and the package’s "exports".',
    severity: 'error',
    from: { path: OURS },
    to: { couldNotResolve: true, pathNot: '^virtual:' },
  },
];

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [...layerRules, ...featureOrderRules, ...featureFenceRules, ...purityRules],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.turbo)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
    },
  },
};
