import { type Core, createCore, migrate } from '@heartline/core';
import { connectDependencies, createLogger } from '@heartline/platform';
import type { Command } from 'commander';
import type { AdminConfig } from './config.ts';

/** Tools that every command gets. */
export interface Admin {
  /** The use cases; connects when first asked, so that `--help` needs no engine. */
  core(): Promise<Core>;
  /** The name of the operator in the audit log. */
  operator(): string;
  /** Prints what was found: as text, or with `--json` as the data itself. */
  show(data: unknown, text: string): void;
  /** Prints lines that need not be read by a program; silent with `--json`. */
  say(text: string): void;
  /** Does something to `target` under the operator's name; its reason and row in the audit log come first. */
  act<T>(
    what: { act: string; target: string; reason: string; detail?: Record<string, unknown> },
    run: (core: Core) => Promise<T>,
  ): Promise<T>;
}

/** Something an operator asked for cannot be done; the sentence says why. Not a crash. */
export class Unable extends Error {
  override name = 'Unable';
}

/** The value, or the sentence that says why there is none: thrown inside an act, so that the log says it failed. */
export function required<T>(value: T | undefined | null | false, sentence: string): T {
  if (value === undefined || value === null || value === false) throw new Unable(sentence);
  return value;
}

/** Returns the result, or throws the sentence that says why there is none. */
export function done<T>(outcome: { done: T } | { problem: string }): T {
  if ('problem' in outcome) throw new Unable(outcome.problem);
  return outcome.done;
}

/** A person waits at a terminal: an engine that is not there by then is told. */
const TIMEOUT_MS = 10_000;
/** An act needs a reason that the person it is done to may read. */
const SHORTEST_REASON = 8;

/** The means of the commands; `close` leaves every connection that was made. */
export function createAdmin(
  config: () => AdminConfig,
  program: Command,
  write: (text: string) => void,
): Admin & { close(): Promise<void> } {
  let connected: Promise<{ core: Core; close(): Promise<void> }> | undefined;
  const isJson = () => program.opts<{ json?: boolean }>().json === true;
  const operator = () => {
    const { operator: given } = program.opts<{ operator?: string }>();
    if (given?.trim() === '') throw new Unable('An act needs a name for the audit log: --operator <name>');
    return given ?? config().operator;
  };
  const connect = () => {
    connected ??= connectCore(config());
    return connected;
  };
  const core = async () => (await connect()).core;
  return {
    core,
    operator,
    show: (data, text) => write(`${isJson() ? JSON.stringify(data, null, 2) : text}\n`),
    say(text) {
      if (!isJson()) write(`${text}\n`);
    },
    async act({ act, target, reason, detail = {} }, run) {
      if (reason.trim().length < SHORTEST_REASON) {
        throw new Unable(`A reason of at least ${SHORTEST_REASON} letters is needed: --reason "…"`);
      }
      const entry = { operator: operator(), act, target, reason: reason.trim(), detail };
      const made = await core();
      return made.safety.audited(entry, () => run(made));
    },
    async close() {
      const made = await connected?.catch(() => undefined);
      await made?.close();
    },
  };
}

async function connectCore(config: AdminConfig): Promise<{ core: Core; close(): Promise<void> }> {
  const logger = createLogger({ level: config.logLevel, service: 'admin' });
  const connected = await connectDependencies(config, { logger, timeoutMs: TIMEOUT_MS });
  await migrate(connected.deps.mongo);
  const core = createCore(connected.deps);
  return {
    core,
    async close() {
      await core.messaging.flush();
      await connected.close();
    },
  };
}
