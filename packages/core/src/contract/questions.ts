/** A question of the plugin to its user. The flag of a start that its answer sets is part of it. */
export interface OwnQuestion {
  readonly flag: string;
  readonly header: string;
  readonly question: string;
  /** What the user reads of each choice, and its value after the flag; one without a value sets nothing. */
  readonly choices: readonly (readonly [label: string, description: string, value?: string])[];
}

/** Every question that the plugin asks in the client's dialog. */
export const QUESTIONS = {
  iterations: {
    flag: 'iterations',
    header: 'Iterations',
    question: 'How many iterations may this loop take?',
    choices: [
      ['10', 'quick task', '10'],
      ['25', 'medium feature', '25'],
      ['50', 'large refactor', '50'],
      ['Unlimited', 'until the work is done', 'unlimited'],
    ],
  },
  budget: {
    flag: 'budget',
    header: 'Budget',
    question: 'How much may this loop spend?',
    choices: [
      ['10 dollars', 'a first attempt', '10'],
      ['25 dollars', 'the default', '25'],
      ['50 dollars', 'twice the default', '50'],
      ['No limit', 'whatever it takes', 'none'],
    ],
  },
  tasks: {
    flag: 'session-only',
    header: 'Task list',
    question: 'How long should this loop and its tasks be kept?',
    choices: [
      ['Keep', 'a later session can go on with them'],
      ['Session only', 'they end with this session', 'true'],
    ],
  },
  shape: {
    flag: 'shape',
    header: 'Check-ins',
    question: 'How often should this loop ask you?',
    choices: [
      ['At the end', 'it works alone until the work is proved', 'tool'],
      ['After each wave', 'it shows you each group of tasks', 'tool-review'],
      ['After each step', 'it waits for you after each iteration', 'colleague'],
    ],
  },
  left: {
    flag: 'fresh',
    header: 'Loop here',
    question: 'An unfinished loop is here. What should happen?',
    choices: [
      ['Resume', 'go on with that loop'],
      ['Start fresh', 'put it aside, and start what you asked for now', 'true'],
      ['Status', 'show that loop, and ask again'],
    ],
  },
} as const satisfies Readonly<Record<string, OwnQuestion>>;
export type QuestionName = keyof typeof QUESTIONS;

/** True for the text of one of the plugin's questions. */
export function isOwnQuestion(text: unknown): boolean {
  return Object.values(QUESTIONS).some(({ question }) => question === text);
}

/** A question as Claude hands it to the client's dialog. */
export function dialogOf(name: QuestionName): object {
  const { question, header, choices }: OwnQuestion = QUESTIONS[name];
  const options = choices.map(([label, description]) => ({ label, description }));
  return { question, header, multiSelect: false, options };
}
