import { createTranscript, say } from '@loopwright/testkit';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join, relative } from 'node:path';
import forms from '../peers.json' with { type: 'json' };
import { type Ended, type Invocation, mainNode, type Measured, measureCosts, timeProcess } from './costs.ts';
import { type Figure, median, ms } from './figures.ts';
import { createProject, keepsGoing, type Project, SESSION, stopInput } from './stage.ts';
import { createStops, ORDINARY_MESSAGE } from './stops.ts';

/** How one kind of hook writes a running loop down: a text in its script that marks it, and its files. */
export interface LoopForm {
  readonly mark: string;
  readonly needsRepository?: boolean;
  /** By path in the project or, after `~/`, in the home folder. `{session}` and the like are filled in. */
  readonly files: Readonly<Record<string, string>>;
}

/** The known forms, rare marks before common ones: some hooks mention another hook's file to warn about it. */
export const LOOP_FORMS: readonly LoopForm[] = forms as readonly object[] as readonly LoopForm[];

const INTERPRETERS: Readonly<Record<string, string>> = {
  '.sh': 'bash',
  '.js': 'node',
  '.mjs': 'node',
  '.cjs': 'node',
  '.py': 'python3',
};
const SKIPPED = ['node_modules', '.git', 'test', 'tests', '__tests__', 'fixtures', 'docs'];
/** Some hooks wait while a file is new, in case another process still writes to it. */
const AGE_SECONDS = 60;

/** A Stop hook of another project, with the form of its loops. */
interface Peer {
  readonly name: string;
  readonly script: string;
  readonly form: LoopForm;
}

/** Finds scripts with “stop” in their name whose loops have a known form. Runs nothing. */
export function findPeers(folder: string): readonly Peer[] {
  return filesBelow(folder).flatMap((script) => {
    const name = basename(script);
    if (!/stop/i.test(name) || /\b(?:test|spec)\b/i.test(name) || !(extname(name) in INTERPRETERS)) return [];
    const text = readFileSync(script, 'utf8');
    const form = LOOP_FORMS.find(({ mark }) => text.includes(mark));
    return form ? [{ name: relative(folder, script), script, form }] : [];
  });
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isFile()) return [path];
    return entry.isDirectory() && !SKIPPED.includes(entry.name) ? filesBelow(path) : [];
  });
}

/** Times the hooks of others that hold their own loop, in the same turns as ours. It runs what it finds. */
export function benchPeers(folder: string, rounds: number): readonly Figure[] {
  const peers = findPeers(folder).map((peer) => ({ peer, project: createProject('peer') }));
  const { stops, remove } = createStops();
  try {
    const holding = peers.filter(({ peer, project }) => {
      writeLoop(peer, project);
      return keepsGoing(timeProcess(stopOf(peer, project)));
    });
    const node = mainNode().path;
    const ours = stops.flatMap(({ name, prepare, invocation, check }): Measured[] =>
      name === 'active loop'
        ? [{ name, ...(prepare && { prepare }), invocation: () => invocation(node), check }]
        : [],
    );
    const theirs = holding.map(({ peer, project }): Measured => ({
      name: peer.name,
      prepare: () => writeLoop(peer, project),
      invocation: () => stopOf(peer, project),
      check: mustHold,
      isForeign: true,
    }));
    const cost = measureCosts([...ours, ...theirs], rounds);
    const own = median(cost('active loop').wallMs);
    return holding.map(({ peer: { name } }): Figure => {
      const their = median(cost(name).wallMs);
      return { what: name, value: their / own, unit: '×', measured: `ours ${ms(own)}, theirs ${ms(their)}` };
    });
  } finally {
    remove();
    peers.forEach(({ project }) => project.remove());
  }
}

function mustHold(ended: Ended): void {
  if (!keepsGoing(ended)) throw new Error('It held before and no longer does.');
}

/** Writes a running loop in the peer's own form. */
function writeLoop({ form }: Peer, project: Project): void {
  for (const entry of readdirSync(project.path)) {
    if (entry !== '.git') rmSync(project.at(entry), { recursive: true });
  }
  rmSync(project.beside('home'), { recursive: true, force: true });
  mkdirSync(project.beside('home'));
  if (form.needsRepository) execFileSync('git', ['init', '--quiet', project.path]);
  const facts: Readonly<Record<string, string>> = {
    session: SESSION,
    root: project.path,
    hostPid: String(process.pid),
    startedAt: new Date().toISOString().replace(/\.\d+/, ''),
  };
  const fill = (text: string): string => text.replaceAll(/\{(\w+)\}/g, (all, name) => facts[name] ?? all);
  const then = Date.now() / 1000 - AGE_SECONDS;
  for (const [name, text] of Object.entries(form.files)) {
    const path = name.startsWith('~/')
      ? project.beside(`home/${fill(name.slice(2))}`)
      : project.at(fill(name));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, fill(text));
    utimesSync(path, then, then);
  }
}

/** The call of a peer at an ordinary stop. */
function stopOf({ script }: Peer, project: Project): Invocation {
  const transcript = createTranscript({ sessionId: SESSION, cwd: project.path })
    .prompt('make the tests pass')
    .reply(say(ORDINARY_MESSAGE));
  writeFileSync(project.beside('transcript.jsonl'), transcript.text());
  return {
    command: INTERPRETERS[extname(script)] ?? '',
    args: [script],
    stdin: stopInput(project.path, {
      last_assistant_message: ORDINARY_MESSAGE,
      transcript_path: project.beside('transcript.jsonl'),
    }),
    cwd: project.path,
    env: {
      PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
      HOME: project.beside('home'),
      CLAUDE_PROJECT_DIR: project.path,
      CLAUDE_PLUGIN_ROOT: dirname(dirname(script)),
      CLAUDE_CODE_SESSION_ID: SESSION,
    },
  };
}
