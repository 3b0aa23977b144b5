/**
 * The projects of `vitest.config.ts` that each command runs. Projects of one entry run side by side, entries one after the
 * other. Browser tests come last because they take longest: they get all the time that is left.
 */
export const TIERS = {
  /** `npm test` */
  change: [['unit', 'screens', 'mocks'], ['integration'], ['e2e']],
  /** `npm run test:release` */
  release: [['release']],
} as const;
