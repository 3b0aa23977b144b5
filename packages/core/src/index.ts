export type { AccountRow, SessionInfo } from './accounts/index.ts';
export { checkInvariants } from './audit/check-invariants.ts';
export type { Violation } from './audit/violation.ts';
export type { CoreConfig, CoreDeps } from './core-deps.ts';
export { type Core, createCore } from './create-core.ts';
export { bodyHash } from './messaging/index.ts';
export { INDEXES, migrate } from './migrate.ts';
export type { ProfileRow } from './profiles/index.ts';
export type { SiteOfHost } from './site/index.ts';
