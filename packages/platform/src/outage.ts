/**
 * Names of driver errors which mean that a database or Redis is unreachable or too slow, as opposed to a bug. Compared
 * by name, because drivers nest the error classes of one another and export only some.
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
 * Server-side MongoDB codes that mean "not now": no primary, shutting down, time limit. Code 1, "internal error", is
 * how FerretDB reports a lost PostgreSQL.
 */
const OUTAGE_CODES: ReadonlySet<number> = new Set([
  1, 50, 89, 91, 189, 262, 9001, 10_107, 11_600, 11_602, 13_435, 13_436,
]);

/**
 * Errors of a reachable Redis that accepts no command now:
 *
 * - full, loading, a replica, unable to write its log, or busy with a script;
 * - in a cluster: keys have no node, or are moving to another.
 */
const REDIS_NOT_NOW = /^(OOM|LOADING|READONLY|MISCONF|NOREPLICAS|BUSY|CLUSTERDOWN|TRYAGAIN|MASTERDOWN) /;

/** True if an error means that a dependency is unavailable. The caller answers 503, and a retry makes sense. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (OUTAGES.has(error.name) || OUTAGES.has(error.constructor.name)) return true;
  const { code } = error as { code?: unknown };
  if (typeof code === 'number' && OUTAGE_CODES.has(code)) return true;
  if (code === 'ECONNREFUSED' || code === 'ECONNRESET' || code === 'EPIPE') return true;
  if (isCutOffBulk(error) || REDIS_NOT_NOW.test(error.message)) return true;
  return error.cause !== undefined && isOutage(error.cause);
}

/** The driver reports a bulk whose connection was lost as a bulk error without row errors. */
function isCutOffBulk(error: Error): boolean {
  return (
    error.name === 'MongoBulkWriteError' && (error as { writeErrors?: unknown[] }).writeErrors?.length === 0
  );
}
