import {
  announce,
  continuation,
  type Criterion,
  decide,
  type Frame,
  JUDGED,
  progressMarkdown,
  type Run,
  sanitizeLine,
  startingText,
  type UsersChecks,
  type Verdict,
} from '@loopwright/core';

type Block = Extract<Verdict, { readonly kind: 'block' }>;

/** The parts of a prompt that don't come from the run. */
export interface Findings {
  /** The decision of the stop before; undefined after a resume or a failure. */
  readonly verdict: Block | undefined;
  /** Why the work before is not committed. */
  readonly note?: string | undefined;
  /** The client before was ended because its time was up; it worked on the same iteration. */
  readonly hasTimedOut?: boolean;
  /** The results of the user's checks on the present work tree, as the driver saw them. */
  readonly proved: UsersChecks;
}

/**
 * The prompt of a client with a fresh context: the task, the progress by the journal, the next step, and the commands
 * to record work. `command` is how Claude calls the loop command.
 */
export function iterationPrompt(run: Run, findings: Findings, command: string): string {
  const frame = run.frames.at(-1);
  if (!frame) return '';
  const isFirst = frame.iteration <= 1;
  const note = findings.note === undefined ? [] : ['', findings.note];
  const before = [
    [isFirst ? startingText(run) : announce({ kind: 'resume', run }), announce({ kind: 'iteration', run })],
    [
      'You work on one iteration of a loop, in a context of its own. What came before stands in the project and in what follows here, nowhere else. Nobody is there to answer a question: decide what you can, and write down in the project what the next iteration has to know. Do one logical unit of work, prove it, and end your turn; the loop goes on by itself until the work is proved done.',
    ],
    ['The task, word for word:'],
  ];
  const after = [
    ['How it stands:', '', withoutTitle(progressMarkdown(run))],
    ['What is next:', '', nextText(run, findings), ...outputs(run, findings.proved), ...note],
    ['How the loop knows of your work:', '', ...proofLines(frame, findings.proved)],
  ];
  // The user's own words stay unchanged.
  return `${written(before, command)}\n\n${frame.spec}\n\n${written(after, command)}\n`;
}

function withoutTitle(markdown: string): string {
  return markdown.replace(/^# .*\n+/, '').trim();
}

/** Replaces `loop` by the command as Claude has to call it. */
function written(sections: readonly (readonly string[])[], command: string): string {
  const text = sections.map((lines) => lines.join('\n')).join('\n\n');
  return text.replaceAll('`loop ', () => `\`${command} `);
}

/** How work is proved and claimed. The driver runs the checks of the user, so Claude needn't. */
function proofLines({ criteria, steps }: Frame, { unseen }: UsersChecks): string[] {
  const isRunHere = ({ name, check }: Criterion): boolean =>
    check?.by === 'user' && !unseen.some(({ criterion }) => criterion === name);
  const checked = criteria.filter(({ check }) => check);
  const here = namesOf(checked.filter(isRunHere));
  const own = namesOf(checked.filter((one) => !isRunHere(one)));
  return [
    '- `loop status` shows everything, `loop next` what to do next.',
    here !== '' &&
      `- After your turn the loop runs these checks itself and puts the results on record; you need not run \`loop verify\` for them: ${here}.`,
    own !== '' && `- \`loop verify\` runs the other checks: ${own}. They prove the files as they then are.`,
    steps.length > 0 && '- `loop step done` ticks off a step.',
    checked.length < criteria.length &&
      '- `loop criterion tick "<name>"` ticks off a criterion that has no check.',
    `- When the work is done, end your last message with such a line: ${CLAIM}`,
  ].filter((line) => line !== false);
}

/** What claims the end of a frame in every mode. A line of the last message costs no tool call. */
const CLAIM = '<loop-complete>what is done, in a few words</loop-complete>';

function namesOf(criteria: readonly Criterion[]): string {
  return criteria.map(({ name }) => `"${sanitizeLine(name, 80)}"`).join(', ');
}

/** The number of the current iteration; the turn that starts a run belongs to the first. */
export function numberOf({ frames }: Run): number {
  return Math.max(1, frames.at(-1)?.iteration ?? 1);
}

/** The text of the last stop; without one, the text of a stop now. */
function nextText(run: Run, { verdict, proved }: Findings): string {
  const frame = run.frames.at(-1);
  const preview = verdict ?? decide(run, { type: 'stop', at: run.updatedAt, isHeadless: true }).verdict;
  if (preview?.kind !== 'block') return 'Go on where the record above ends.';
  const block = { ...preview, iteration: numberOf(run), notes: notesIn(preview, frame) };
  // The head tells a session that it continues; this session begins.
  return continuation(run, block, 'loop', proved).replace(/^\[LOOP[^\]]*\] /, '');
}

/** Between two clients a red check is no failed try: Claude claimed nothing, so no panel is needed. */
function notesIn({ rule, notes }: Block, frame: Frame | undefined): Block['notes'] {
  if (rule === 'unproved') return notes;
  const checks = new Set((frame?.criteria ?? []).flatMap(({ name, check }) => (check ? [name] : [])));
  return notes.filter((note) => note.kind !== 'ask-panel' || !checks.has(note.subject));
}

/** The paths of the outputs of failed checks, and the reasons of judges that stand nowhere else. */
function outputs(run: Run, proved: UsersChecks): string[] {
  const failed = (run.frames.at(-1)?.criteria ?? []).flatMap((criterion) => {
    const { evidence } = criterion;
    if (!evidence || evidence.passed) return [];
    const { id, judgement, reason = '' } = evidence;
    const name = namesOf([criterion]);
    if (!judgement) return [`The whole output of ${name} is in .loop/evidence/${id}.log.`];
    if (proved.outputs.some((output) => output.criterion === criterion.name)) return [];
    return [`The judge of ${name} ${JUDGED[judgement.answer]}: ${sanitizeLine(reason, 600)}`];
  });
  return failed.slice(0, 5);
}
