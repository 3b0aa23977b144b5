export type { AccountRow, OperatorSession, SessionInfo } from './accounts/index.ts';
export type { CoreConfig, CoreDeps } from './core-deps.ts';
export { type Core, createCore } from './create-core.ts';
export { type DataStepStatus, dataSteps } from './data-steps.ts';
export { demoMarksOf, requireNoDemoWorld, requireNoMembers } from './demo-mark.ts';
export type { Player } from './discovery/index.ts';
export { checkInvariants } from './invariants/check-invariants.ts';
export { type AuditReach, type LastAudit, lastAudits, noteAudit } from './invariants/last-audits.ts';
export type { Violation } from './invariants/violation.ts';
export type { ConversationRow, InboxDoc } from './messaging/index.ts';
export { bodyHash, CHAT_PHOTO_PREFIX } from './messaging/index.ts';
export { INDEXES, migrate } from './migrate.ts';
export { NOTIFIED } from './notifications/index.ts';
export {
  type ShownLander,
  type UnreviewedPage,
  unreviewedPages,
} from './pages/index.ts';
export { reportCsv, requireRoutes } from './payments/index.ts';
export { type ProfileRow, VISITOR } from './profiles/index.ts';
export { type CaseRow, CLOSING_OUTCOMES, outcomeNow } from './safety/index.ts';
export { shardKeyOf } from './shard-keys.ts';
export type { SiteOfHost } from './site/index.ts';
