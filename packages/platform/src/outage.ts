/**
 * Names of the errors that drivers throw when an engine cannot be reached or does not answer in time, as opposed to
 * mistakes of ours. By name, because drivers nest one another's classes and some are not exported.
 */
const OUTAGES: ReadonlySet<string> = new Set([
  'UnknownOutcome',
  'NotWritten',
  'PasswordsBusy',
  // mongodb and mongoose
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoServerSelectionError',
  'MongooseServerSelectionError',
  'MongoNotConnectedError',
  'MongoTopologyClosedError',
  'MongoPoolClearedError',
  'MongoPoolClosedError',
  'MongoWaitQueueTimeoutError',
  'MongoWriteConcernError',
  'PoolClearedOnNetworkError',
  'MongoOperationTimeoutError',
  // redis
  'ClientClosedError',
  'ClientOfflineError',
  'ConnectionTimeoutError',
  'SocketClosedUnexpectedlyError',
  'SocketTimeoutError',
  'DisconnectsClientError',
  'RootNodesUnavailableError',
  'MaxCommandRedirectionsError',
  'AbortError',
]);

/**
 * Server-side codes of MongoDB that mean "not now": no primary, shutting down, time limit, and 1, "internal error",
 * with which FerretDB tells that its PostgreSQL went away.
 */
const OUTAGE_CODES: ReadonlySet<number> = new Set([
  1, 50, 89, 91, 189, 262, 9001, 10_107, 11_600, 11_602, 13_435, 13_436,
]);

/**
 * What a Redis answers that is there and takes nothing now: full, loading, a replica, unable to write its log, busy with a
 * script; and a node of a cluster while keys have no node, or are on their way to another.
 */
const REDIS_NOT_NOW = /^(OOM|LOADING|READONLY|MISCONF|NOREPLICAS|BUSY|CLUSTERDOWN|TRYAGAIN|MASTERDOWN) /;

/** Whether an error says that a part we depend on is away, so that trying again later makes sense: 503. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (OUTAGES.has(error.name) || OUTAGES.has(error.constructor.name)) return true;
  const { code } = error as { code?: unknown };
  if (typeof code === 'number' && OUTAGE_CODES.has(code)) return true;
  if (code === 'ECONNREFUSED' || code === 'ECONNRESET' || code === 'EPIPE') return true;
  if (isCutOffBulk(error) || REDIS_NOT_NOW.test(error.message)) return true;
  return error.cause !== undefined && isOutage(error.cause);
}

/** What the driver makes of a bulk whose connection was lost on the way: a bulk's error without one of any row. */
function isCutOffBulk(error: Error): boolean {
  return (
    error.name === 'MongoBulkWriteError' && (error as { writeErrors?: unknown[] }).writeErrors?.length === 0
  );
}
