import { sanitizeLine } from '@loopwright/core';
import type { ChangeHistory, CommitStat, LineCounts } from './history.ts';
import type { ChangedFile, DiffReport } from './report-model.ts';
import type { IterationTrace, RunTrace } from './trace-run.ts';

/** Files beyond this are counted, not listed. */
const MAX_FILES = 40;
/** Git keeps whole seconds. */
const CLOCK_MS = 1000;

/** Returns the diff stat of an iteration. */
export type DiffOf = (frameId: string, iteration: IterationTrace) => DiffReport;

/**
 * Sorts the changes of a run into its iterations. A commit of the iteration says it best; then the client's
 * record of each tool call; last the names in the journal.
 */
export function sortChanges(trace: RunTrace, changes: ChangeHistory | undefined): DiffOf {
  const spans = spansOf(trace);
  const roots = changes?.roots ?? [];
  const edits = new Map<string, [string, LineCounts | undefined][]>();
  for (const { at, path, lines } of changes?.edits ?? []) {
    const name = nameInside(path, roots);
    const span = name === undefined ? undefined : spans.findLast(({ from }) => from <= at);
    if (name === undefined || !span?.isActive) continue;
    const list = edits.get(span.key) ?? [];
    list.push([name, lines]);
    edits.set(span.key, list);
  }
  return (frameId, iteration) => {
    const key = keyOf(frameId, iteration.number);
    const own = spans.filter((span) => span.key === key && span.isActive);
    const commit = changes?.commits.findLast((one) => isOf(one, iteration.number, own));
    if (commit)
      return diff(
        'commit',
        commit.files.map(({ path, lines }) => [path, lines]),
      );
    const names = iteration.frame.breaker.edits.flatMap(({ path }) => nameInside(path, roots) ?? []);
    const isSeen = changes?.transcripts.some((seen) =>
      own.some(({ from, to }) => seen.from <= to && seen.to >= from),
    );
    const found = edits.get(key) ?? [];
    const known = new Set(found.map(([name]) => name));
    const others = names.filter((name) => !known.has(name)).map((name) => [name, undefined] as const);
    return diff(isSeen ? 'edits' : 'names', [...found, ...others]);
  };
}

function keyOf(frameId: string, iteration: number): string {
  return `${frameId}\0${iteration}`;
}

/** The time of one iteration while its frame was on top. */
interface Span {
  readonly key: string;
  readonly isActive: boolean;
  readonly from: number;
  to: number;
}

function spansOf({ events }: RunTrace): readonly Span[] {
  const spans: Span[] = [];
  for (const { event, after } of events) {
    const frame = after.frames.at(-1);
    const key = frame ? keyOf(frame.id, frame.iteration) : '';
    const isActive = after.status === 'active';
    const last = spans.at(-1);
    if (last) last.to = Math.max(last.to, event.at);
    if (last?.key !== key || last.isActive !== isActive)
      spans.push({ key, isActive, from: event.at, to: event.at });
  }
  return spans;
}

/** A commit names the number of its iteration, which frames share: its time tells them apart. */
function isOf({ at, iteration }: CommitStat, number: number, spans: readonly Span[]): boolean {
  return (
    iteration === Math.max(1, number) &&
    spans.some(({ from, to }) => at > from - CLOCK_MS && at < to + CLOCK_MS)
  );
}

/** The path inside of the project; undefined for what isn't the project's own. Without roots as it is. */
function nameInside(path: string, roots: readonly string[]): string | undefined {
  const isAbsolute = /^(?:[/\\]|[A-Za-z]:[/\\])/.test(path);
  const root = roots.find((one) => path.startsWith(one) && /[/\\]/.test(path.charAt(one.length)));
  if (roots.length > 0 && isAbsolute && root === undefined) return undefined;
  const name = root === undefined ? path : path.slice(root.length + 1);
  return /^(?:\.loop|\.git)[/\\]/.test(name) ? undefined : name;
}

function diff(
  source: DiffReport['source'],
  changes: readonly (readonly [name: string, lines: LineCounts | undefined])[],
): DiffReport {
  const files = new Map<string, LineCounts | undefined>();
  for (const [name, lines] of changes) {
    const before = files.get(name);
    files.set(name, lines && before ? sum(before, lines) : (lines ?? before));
  }
  const known = [...files.values()].filter((lines) => lines !== undefined);
  const size = (lines: LineCounts | undefined): number => (lines ? lines.added + lines.removed : -1);
  const listed = [...files].sort(([, one], [, other]) => size(other) - size(one)).slice(0, MAX_FILES);
  return {
    source,
    fileCount: files.size,
    countedFiles: known.length,
    ...known.reduce(sum, { added: 0, removed: 0 }),
    files: listed.map(([name, lines]): ChangedFile => ({ path: sanitizeLine(name, 160), ...lines })),
  };
}

function sum(one: LineCounts, other: LineCounts): LineCounts {
  return { added: one.added + other.added, removed: one.removed + other.removed };
}
