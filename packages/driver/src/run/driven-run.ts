import { setTimeout as wait } from 'node:timers/promises';
import type { Command, Decision, Run } from '@loopwright/core';
import { claimRun, importEdits, type OpenRun, projectViews, type Submitted } from '@loopwright/store';
import { DriverError } from '../driver-error.ts';
import type { DriverPorts } from '../ports.ts';

/** How long the driver retries a failing write before it gives up. */
const PATIENCE_MS = 10 * 60_000;
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 10_000;

/** Write errors that may pass, such as a full disk. */
const PASSING: ReadonlySet<string> = new Set(['short', 'failed', 'unreadable']);

/** A command that is not on record. */
class Unrecorded extends Error {}

/**
 * The run that a driver works on, open for the whole drive. It belongs to the session of the current client. Methods
 * that write reject with `DriverError` once another driver or session has the run.
 */
export class DrivenRun {
  readonly root: string;
  readonly #ports: DriverPorts;
  readonly #signal: AbortSignal;
  readonly #agent: string | undefined;
  #opened: OpenRun;
  #isClosed = false;

  constructor(opened: OpenRun, ports: DriverPorts, signal: AbortSignal, agent?: string) {
    this.root = opened.root;
    this.#opened = opened;
    this.#ports = ports;
    this.#signal = signal;
    this.#agent = agent;
  }

  /** The run as opened for the current client. */
  get opened(): OpenRun {
    return this.#opened;
  }

  get run(): Run {
    return this.#opened.run;
  }

  get sessionId(): string {
    return this.#opened.sessionId;
  }

  /** False once another driver or session has the run, or its journal is gone. */
  isCurrent(): boolean {
    return !this.#isClosed && this.#opened.isCurrent();
  }

  /** Records a command after the edits of others. */
  async record(command: Command): Promise<Decision> {
    return this.untilRecorded(() => {
      if (this.isCurrent()) importEdits(this.#opened, this.#ports.now());
      return this.submit(command).decision;
    });
  }

  /** Tries to record a command once; call it in `untilRecorded`. */
  submit(command: Command): Exclude<Submitted, { readonly status: 'unrecorded' }> {
    this.#requireRun();
    const submitted = this.#opened.submit({ ...command, at: this.#ports.now() });
    if (submitted.status === 'unrecorded') throw new Unrecorded(submitted.reason);
    return submitted;
  }

  /** Retries until everything is on record. An unwritten command was never decided, so a retry decides it once. */
  async untilRecorded<T>(attempt: () => T | Promise<T>): Promise<T> {
    let pauseMs = FIRST_WAIT_MS;
    for (let waitedMs = 0; ; waitedMs += pauseMs, pauseMs = Math.min(2 * pauseMs, LONGEST_WAIT_MS)) {
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof Unrecorded)) throw error;
        const { path, run } = this.#opened;
        const { message: reason } = error;
        if (!PASSING.has(reason) || waitedMs >= PATIENCE_MS || this.#signal.aborted) {
          const message = `${path} can't be written (${reason}), so the loop stands where its last record says.`;
          throw new DriverError('unrecorded', message, run);
        }
        if (waitedMs === 0) this.#ports.onProgress({ kind: 'unwritable', path, reason });
        await wait(pauseMs, undefined, { signal: this.#signal }).catch(() => undefined);
      }
    }
  }

  /** Reads the records of other processes. */
  refresh(): void {
    this.#requireRun();
    this.#opened.journal.catchUp();
  }

  /** Moves the run to the session of the next client; every other session loses it. */
  async handTo(sessionId: string): Promise<void> {
    // Writes the snapshot, which moves along.
    this.close();
    const at = this.#ports.now();
    const { root, path } = this.#opened;
    const agent = this.#agent;
    const claimed = claimRun({ root, path, sessionId, agent, at });
    if (claimed.status !== 'claimed') throw this.lost();
    this.#opened = claimed.opened;
    this.#isClosed = false;
    // The journal has moved already; on a full disk only this record is missing.
    if (this.run.session !== sessionId) await this.record({ type: 'claim', at, session: sessionId, agent });
  }

  /** Writes the views, unless the run is lost. */
  project(): void {
    if (this.isCurrent()) projectViews(this.#opened, this.#ports.now());
  }

  close(): void {
    if (!this.#isClosed) this.#opened.close();
    this.#isClosed = true;
  }

  #requireRun(): void {
    if (!this.isCurrent()) throw this.lost();
  }

  /** The error of a run that is no longer ours. */
  lost(): DriverError {
    const message = 'The loop is gone: another session or driver took it over, or its journal was removed.';
    return new DriverError('lost', message, this.run);
  }
}
