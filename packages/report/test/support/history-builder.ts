import { decide, fold, scopeOf, type Command, type Run, type StopCommand } from '@loopwright/core';
import type { CommitStat, FileStat, HistoryStep, RunHistory } from '../../src/model/history.ts';

type Body<T> = T extends unknown ? Omit<T, 'at'> : never;

/** A Sunday morning, so that no test depends on the day it runs. */
const BEGIN = Date.UTC(2026, 2, 1, 8, 15, 30);

/** Builds a history the way a journal comes to be: every command is decided by core and its events are folded. */
export class HistoryBuilder {
  readonly steps: HistoryStep[] = [];
  readonly tails = new Map<string, string>();
  ignored = 0;
  readonly commits: CommitStat[] = [];
  #changed: FileStat[] = [];
  #run: Run | undefined;
  #at = BEGIN;
  #mark = 0;
  #tree = 0;
  #check = 0;

  get run(): Run | undefined {
    return this.#run;
  }

  /** Lets time pass. */
  wait(ms: number): this {
    this.#at += ms;
    return this;
  }

  /** Gives a command to core and records the decision. A refused command is a mistake of the test. */
  do(body: Body<Command>): this {
    const command = { ...body, at: this.#at } as Command;
    const decision = decide(this.#run, command);
    if (decision.rejected)
      throw new Error(`${command.type} was refused: ${JSON.stringify(decision.rejected)}`);
    const { verdict, events } = decision;
    if (events.length === 0) return this;
    const before = this.#run;
    this.#run = fold(events, before);
    const summary = verdict ? { verdict: verdict.kind, rule: verdict.rule } : undefined;
    this.steps.push({
      before,
      run: this.#run,
      record: { command, events, isRaced: false, summary },
    });
    return this;
  }

  start(body: Partial<Body<Extract<Command, { type: 'start' }>>> = {}): this {
    return this.do({
      type: 'start',
      runId: 'run-7f3a',
      session: '3f6c1a52-9b1e-4f0e-8a52-0c7d1be0a9e4',
      frameId: 'frame-1',
      spec: 'Make the tests pass',
      ...body,
    });
  }

  /** Claude works: tools run, files change, and with them the work tree. */
  work(tools: number, edits: readonly string[] = [], errors: readonly string[] = []): this {
    if (edits.length > 0) this.#tree += 1;
    return this.do({ type: 'observe', tools, edits: [...edits], errors: [...errors] });
  }

  /** The commit of this iteration has the lines of a file; without numbers the file is binary. */
  lines(path: string, added?: number, removed = 0): this {
    this.#changed.push({ path, ...(added !== undefined && { added, removed }) });
    return this;
  }

  /** A check runs and leaves evidence for the work tree as it is. */
  verify(criterion: string, outcome: 'passed' | 'failed', output = '', durationMs = 4200): this {
    this.#check += 1;
    const id = `ev-${String(this.#check).padStart(4, '0')}`;
    this.tails.set(id, output);
    this.#at += durationMs;
    const passed = outcome === 'passed';
    const evidence = {
      id,
      at: this.#at,
      passed,
      exitCode: passed ? 0 : 1,
      durationMs,
      fingerprint: this.#fingerprint(),
    };
    return this.do({ type: 'verify', results: [{ criterion, evidence }] });
  }

  /** Claude stops, with the work tree as it is and so much spent since the last stop. */
  stop(usd: number, body: Partial<Body<StopCommand>> = {}): this {
    const frame = this.#run?.frames.at(-1);
    const scopes = new Set((frame?.criteria ?? []).flatMap(({ check }) => (check ? [scopeOf(check)] : [])));
    const from = this.#mark === 0 ? '' : String(this.#mark);
    this.#mark += usd > 0 ? 1 : 0;
    this.#commit(frame?.iteration ?? 0);
    return this.do({
      type: 'stop',
      fingerprints: [...scopes].map((scope) => ({ scope, value: this.#fingerprint() })),
      ...(usd > 0 && { spent: { usd, tokens: Math.round(usd * 61_000), from, to: String(this.#mark) } }),
      ...body,
    });
  }

  /** Claude says that it is done, as its mode has it. */
  claim(usd: number, value = 'COMPLETE'): this {
    const mode = this.#run?.frames.at(-1)?.mode;
    const kind = mode === 'issue' ? 'issue-complete' : 'loop-done';
    return this.stop(usd, { signals: [{ kind, value: mode === 'issue' ? 'DONE' : value, line: 1 }] });
  }

  build(): RunHistory {
    const { steps, tails, commits, ignored } = this;
    return { steps, output: (id) => tails.get(id), commits, ignored };
  }

  #commit(iteration: number): void {
    if (this.#changed.length === 0) return;
    const files = this.#changed;
    this.#changed = [];
    const patch = files.map(
      ({ path, added = 0 }) =>
        `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -18,3 +18,${added + 2} @@ export function refund\n const paid = total(order);\n-  return paid;\n+  return Math.min(paid, amount);\n`,
    );
    this.commits.push({ at: this.#at, iteration, files, patch: patch.join('') });
  }

  #fingerprint(): string {
    return `tree-${String(this.#tree).padStart(4, '0')}-b1946ac92492d234`;
  }
}
