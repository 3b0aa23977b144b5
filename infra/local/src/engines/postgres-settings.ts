/** Of the write-ahead log, at most and at least. */
const LOG_SIZE = '2GB';

/**
 * Settings of PostgreSQL under FerretDB. None weakens durability: fsync, full_page_writes and synchronous_commit keep
 * their defaults.
 */
export const durableSettings: Readonly<Record<string, string>> = {
  shared_preload_libraries: 'pg_cron,pg_documentdb_core,pg_documentdb',
  'cron.database_name': 'postgres',
  // Jobs (index builds, expiry) run inside the server: no connection, so they don't depend on a port.
  'cron.use_background_workers': 'on',
  'cron.log_run': 'off',
  'cron.log_statement': 'off',
  // Reached through a socket in the data folder only: no port to guess, no password to steal.
  listen_addresses: '',
  dynamic_shared_memory_type: 'mmap',
  max_connections: '200',
  max_worker_processes: '16',
  shared_buffers: '512MB',
  // Far apart checkpoints write less; a crash replays at most this much, some seconds.
  max_wal_size: LOG_SIZE,
  checkpoint_timeout: '15min',
  // Files of the log are written again rather than made anew: every commit waits while one is made (decision 007).
  min_wal_size: LOG_SIZE,
  wal_buffers: '16MB',
  // Logs what a secondary index took in, instead of comparing its pages byte by byte for what changed (decision 007).
  'documentdb_rum.enable_custom_xlog_rmgr': 'on',
  'documentdb_rum.enable_xlog_insert_entry': 'on',
  // By the command that asks for one, not by processes that look for one to build every second (decision 007).
  'documentdb.force_index_builds_blocking': 'on',
  jit: 'off',
  // Two bulks that touch the same keys in another order: one of them is told after this time, and tries again.
  deadlock_timeout: '20ms',
  log_min_messages: 'fatal',
  log_checkpoints: 'off',
};

/**
 * For throw-away data only: a crash of the machine loses it, a crash of the server does not. For that whole pages are
 * still logged: a server that is killed may leave half of one.
 */
export const fragileSettings: Readonly<Record<string, string>> = { fsync: 'off' };

/** Fills the log once, in files of 16 MB; the checkpoint after it leaves them to be written again. */
export const layOutLog = [
  `DO $$ BEGIN
     FOR file IN 1..127 LOOP
       PERFORM pg_logical_emit_message(false, '', '');
       PERFORM pg_switch_wal();
     END LOOP;
   END $$`,
  'CHECKPOINT',
] as const;
