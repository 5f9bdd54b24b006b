import {
  announce,
  continuation,
  decide,
  JUDGED,
  progressMarkdown,
  type Run,
  sanitizeLine,
  startingText,
  type Verdict,
} from '@loopwright/core';

type Block = Extract<Verdict, { readonly kind: 'block' }>;

/**
 * The prompt of a client with a fresh context: the task, the progress by the journal, the next step, and the commands
 * to record work. `verdict` is the decision of the stop before it; `command` is how Claude calls the loop command.
 */
export function iterationPrompt(run: Run, verdict: Block | undefined, command: string): string {
  const frame = run.frames.at(-1);
  if (!frame) return '';
  const isFirst = frame.iteration <= 1;
  const before = [
    [isFirst ? startingText(run) : announce({ kind: 'resume', run }), announce({ kind: 'iteration', run })],
    [
      'You work on one iteration of a loop, in a context of its own. What came before stands in the project and in what follows here, nowhere else. Nobody is there to answer a question: decide what you can, and write down in the project what the next iteration has to know. Do one logical unit of work, prove it, and end your turn; the loop goes on by itself until the work is proved done.',
    ],
    ['The task, word for word:'],
  ];
  const after = [
    [
      'How it stands:',
      '',
      progressMarkdown(run)
        .replace(/^# .*\n+/, '')
        .trim(),
    ],
    ['What is next:', '', nextText(run, verdict), ...outputs(run)],
    [
      'How the loop knows of your work:',
      '',
      '- `loop status` shows everything, `loop next` what to do next.',
      '- `loop verify` runs the checks. A criterion with a check is proved by nothing else, and only for the files as they then are.',
      '- `loop step done` ticks off a step, `loop criterion tick "<name>"` a criterion that has no check.',
      '- When the work is done and proved: `loop signal done`, and then end your turn.',
    ],
  ];
  // The user's own words stay unchanged.
  return `${written(before, command)}\n\n${frame.spec}\n\n${written(after, command)}\n`;
}

/** Replaces `loop` by the command as Claude has to call it. */
function written(sections: readonly (readonly string[])[], command: string): string {
  const text = sections.map((lines) => lines.join('\n')).join('\n\n');
  return text.replaceAll('`loop ', () => `\`${command} `);
}

/** The text of the last stop; without one, the text of a stop now. */
function nextText(run: Run, verdict: Block | undefined): string {
  const frame = run.frames.at(-1);
  const preview = verdict ?? decide(run, { type: 'stop', at: run.updatedAt, isHeadless: true }).verdict;
  if (preview?.kind !== 'block') return 'Go on where the record above ends.';
  const text = continuation(run, { ...preview, iteration: Math.max(1, frame?.iteration ?? 1) });
  // The first line tells a session that it continues; this session begins.
  return text.split('\n').slice(1).join('\n');
}

/** The paths of the outputs of failed checks, and the reasons of judges. */
function outputs(run: Run): string[] {
  const failed = (run.frames.at(-1)?.criteria ?? []).flatMap(({ name, evidence }) => {
    if (!evidence || evidence.passed) return [];
    const { id, judgement, reason = '' } = evidence;
    const about = `"${sanitizeLine(name, 80)}"`;
    if (judgement) return [`The judge of ${about} ${JUDGED[judgement.answer]}: ${sanitizeLine(reason, 600)}`];
    return [`The output of ${about} is in .loop/evidence/${id}.log.`];
  });
  return failed.slice(0, 5);
}
