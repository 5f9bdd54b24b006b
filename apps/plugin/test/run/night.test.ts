// @module-tag deep
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openAnyRun } from '@loopwright/store';
import { apiError, cutOff, type ModelRequest, rateLimit, type Reply, say } from '@loopwright/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { clientOf, drive, driverOf, isFirst, runArgs, silence } from '../support/drive.ts';
import { COMPLETE, loop, mend, setStage, type Stage } from '../support/stage.ts';

const ITERATIONS = 50;
const PRICE_USD = 0.0008;
const SEED = Number(process.env['NIGHT_SEED'] ?? 20_260_101);

/** The trouble that comes over a night, each at an iteration of its own beside the API errors that come at random. */
const KILLED_CLIENT = 9;
const KILLED_DRIVER = 21;
const FULL_DISK = 33;

/** A small generator of numbers between 0 and 1, so that a night can be had again. */
function createChance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A disk of its own for `.loop/`, so small that it can be filled; undefined where this user may not mount one. */
function mountDisk(folder: string): boolean {
  mkdirSync(folder, { mode: 0o700 });
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m,mode=700', 'none', folder], {
    stdio: 'ignore',
  });
  if (mounted.status !== 0) return false;
  onTestFinished(() => void spawnSync('umount', ['-l', folder], { stdio: 'ignore' }));
  return true;
}

/** Takes all that is left of a disk, to the last byte of the journal's own page. */
function fillDisk(folder: string, journal: string): void {
  const filler = join(folder, 'filler');
  writeFileSync(filler, '');
  for (let bytes = 1024 * 1024; bytes >= 1; bytes = Math.floor(bytes / 2)) {
    while (appends(filler, bytes));
  }
  // A page that the journal has begun would take one more record.
  const page = 4096;
  const pad = (page - (statSync(journal).size % page)) % page;
  if (pad > 0) writeFileSync(journal, `${' '.repeat(pad - 1)}\n`, { flag: 'a' });
}

function appends(path: string, bytes: number): boolean {
  try {
    writeFileSync(path, Buffer.alloc(bytes), { flag: 'a' });
    return true;
  } catch {
    return false;
  }
}

test(
  'a night of 50 iterations with errors, kills and a full disk ends verified, with nothing lost',
  { timeout: 900_000 },
  async () => {
    const chance = createChance(SEED);
    const happened = new Set<string>();
    const once = (what: string): boolean => !happened.has(what) && Boolean(happened.add(what));
    let stage: Stage | undefined;
    /** Answers that were given to each session, and so have to be paid for. */
    const served = new Map<string, number>();
    const killed = new Set<string>();
    let disk = '';

    function troubles(request: ModelRequest, iteration: number): Promise<Reply> | Reply | undefined {
      if (!stage) return undefined;
      if (iteration === KILLED_CLIENT && once('client')) {
        killed.add(request.sessionId);
        process.kill(clientOf(stage), 'SIGKILL');
        return silence();
      }
      if (iteration === KILLED_DRIVER && once('driver')) {
        killed.add(request.sessionId);
        process.kill(driverOf(stage), 'SIGKILL');
        return silence();
      }
      return undefined;
    }

    function answer(request: ModelRequest): Promise<Reply> | Reply {
      const told = request.newTexts.join('\n');
      const iteration = iterationOf(request);
      if (isFirst(request) && chance() < 0.08) {
        const error = [apiError(500), apiError(529), rateLimit(), cutOff()][Math.floor(chance() * 4)];
        if (error) {
          happened.add('api error');
          return error;
        }
      }
      const trouble = isFirst(request) ? undefined : troubles(request, iteration);
      if (trouble) return trouble;
      served.set(request.sessionId, (served.get(request.sessionId) ?? 0) + 1);
      if (iteration < ITERATIONS) {
        if (isFirst(request)) return loop('step done');
        if (iteration === FULL_DISK && disk !== '' && once('disk'))
          fillDisk(disk, journalIn(disk, request.sessionId));
        return say(`Step of iteration ${iteration} done (${request.number}).`);
      }
      if (isFirst(request)) return mend;
      return told.includes('proved') || told.includes('passed') ? say(COMPLETE) : loop('verify');
    }

    stage = await setStage({ main: answer });
    const { sandbox } = stage;
    const loopFolder = sandbox.project.at('.loop');
    if (mountDisk(loopFolder)) disk = loopFolder;

    const steps = Array.from({ length: 80 }, (_, index) => `step ${index + 1}`).join('; ');
    const codes: (number | null)[] = [];
    // The test makes room as soon as the driver reports a full disk.
    const makeRoom = (stderr: string): void => {
      if (disk === '' || !stderr.includes("can't be written")) return;
      happened.add('room');
      rmSync(join(disk, 'filler'), { force: true });
    };
    const start = [...runArgs, '--steps', steps, '--iterations', String(ITERATIONS)];
    let drove = await drive(stage, start, {}, makeRoom);
    codes.push(drove.exitCode);
    // In the morning the user resumes a loop that is paused or has no driver.
    while (drove.exitCode !== 0 && codes.length < 12) {
      drove = await drive(stage, ['--resume', '--permission-mode', 'bypassPermissions'], {}, makeRoom);
      codes.push(drove.exitCode);
    }

    expect(drove.exitCode, `${codes.join(' ')}\n${drove.stderr}`).toBe(0);
    expect(drove.answer).toMatchObject({ reason: expect.stringContaining('✓ Done') });
    expect([...happened].sort()).toEqual([
      'api error',
      'client',
      ...(disk === '' ? [] : ['disk']),
      'driver',
      ...(disk === '' ? [] : ['room']),
    ]);

    const { run, spent, iterations, stepsDone, ignored } = readJournal(
      sandbox.project.path,
      drove.answer.run.session,
    );
    // Every iteration began once, in order.
    expect(iterations).toEqual(Array.from({ length: ITERATIONS }, (_, index) => index + 1));
    expect(run.frames[0]?.iteration).toBe(ITERATIONS);
    // Each client that could still report it is on record with its answers; the killed ones with no more than that.
    const total = [...spent.values()].reduce((sum, usd) => sum + usd, 0);
    expect(run.frames[0]?.spend.usd).toBeCloseTo(total, 9);
    expect(drove.answer.costUsd).toBeCloseTo(total, 9);
    for (const [session, answers] of served) {
      if (killed.has(session)) expect(spent.get(session)).toBeLessThanOrEqual(answers * PRICE_USD + 1e-9);
      else expect(spent.get(session), session).toBeCloseTo(answers * PRICE_USD, 9);
    }
    // What Claude put on record between the troubles stands there.
    expect(run.frames[0]?.steps.filter(({ isDone }) => isDone)).toHaveLength(stepsDone);
    expect(stepsDone).toBeGreaterThanOrEqual(ITERATIONS - 2);
    // Only lines torn by the full disk, or written by the test to fill its page, are no records.
    expect(ignored).toBeLessThanOrEqual(disk === '' ? 0 : 40);
    const artifacts = JSON.parse(readFileSync(join(drove.answer.artifacts, 'state.json'), 'utf8'));
    expect(artifacts).toMatchObject({ iteration: ITERATIONS, exit_signal: true });
  },
);

function iterationOf({ texts }: ModelRequest): number {
  const text = texts.map((one) => one.text).join('\n');
  return Number(/\[LOOP\] Iteration (\d+)\//.exec(text)?.[1] ?? 0);
}

function journalIn(disk: string, sessionId: string): string {
  const opened = openAnyRun({ root: join(disk, '..'), sessionId });
  if (opened.status !== 'open') throw new Error(`the run is ${opened.status}`);
  opened.close();
  return opened.path;
}

function readJournal(root: string, sessionId: string) {
  const opened = openAnyRun({ root, sessionId });
  if (opened.status !== 'open') throw new Error(`the run is ${opened.status}`);
  const spent = new Map<string, number>();
  const iterations: number[] = [];
  let stepsDone = 0;
  for (const { record } of opened.journal.history()) {
    for (const event of record.events) {
      if (event.type === 'continued') iterations.push(event.iteration);
      if (event.type === 'stepped') stepsDone += 1;
      if (event.type === 'spent' && event.mark.startsWith('billed:')) {
        spent.set(event.mark.slice('billed:'.length), event.spend.usd);
      }
    }
  }
  const { run, journal } = opened;
  const { ignored } = journal.counts;
  opened.close();
  return { run, spent, iterations, stepsDone, ignored };
}
