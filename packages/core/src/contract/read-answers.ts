import { startFlags } from '../flags/begin-flags.ts';
import type { Flag, FlagValue } from '../flags/flag.ts';
import { readValue } from '../flags/read-value.ts';
import { isFields } from '../views/json.ts';
import { dialogOf, type OwnQuestion, QUESTIONS, type QuestionName } from './questions.ts';

/** The user's answers to questions of the plugin. */
export interface Answers {
  /** The flags of a start that they stand for. */
  readonly flags: Readonly<Record<string, FlagValue>>;
  /** Every answer that counts, by its question. */
  readonly counted: Readonly<Partial<Record<QuestionName, string>>>;
  /** What a question takes whose answer doesn't count. */
  readonly unread: readonly string[];
}

/**
 * Reads the client's report of a dialog. Claude writes what a dialog shows, so an answer counts only where question and
 * choices are the plugin's, word for word. A free answer counts if the flag of the question takes it. Nothing counts if
 * the dialog went on without the user, or if the user answered with a remark on all of it.
 */
export function readAnswers(report: unknown): Answers {
  const { questions, answers, ...remarks } = isFields(report) ? report : {};
  const isAnswered = ['afkTimeoutMs', 'followUp', 'response'].every((key) => remarks[key] === undefined);
  if (!Array.isArray(questions) || !isFields(answers) || !isAnswered) return NONE;
  return (Object.keys(QUESTIONS) as QuestionName[]).reduce<Answers>((read, name) => {
    const { question, header, flag }: OwnQuestion = QUESTIONS[name];
    const asked = questions.filter((one) => isFields(one) && one['question'] === question);
    const answer = Object.hasOwn(answers, question) ? answers[question] : undefined;
    const isExact = asked.length === 1 && plainText(asked[0]) === plainText(dialogOf(name));
    if (asked.length === 0 || typeof answer !== 'string' || answer.trim() === '') return read;
    const meant = isExact ? flagOf(QUESTIONS[name], answer.trim()) : 'its question and choices word for word';
    if (typeof meant === 'string') return { ...read, unread: [...read.unread, `${header} takes ${meant}`] };
    const flags = { ...read.flags, ...(meant.value !== undefined && { [flag]: meant.value }) };
    return { ...read, flags, counted: { ...read.counted, [name]: answer } };
  }, NONE);
}

/** The value of the flag that an answer stands for, or what the question takes. */
function flagOf(
  { flag: name, choices }: OwnQuestion,
  answer: string,
): { readonly value: FlagValue | undefined } | string {
  const flag: Flag | undefined = startFlags.find((one) => one.name === name);
  const choice = choices.find(([label]) => label.toLowerCase() === answer.toLowerCase());
  if (!flag || (choice && choice[2] === undefined)) return { value: undefined };
  // Only the choices themselves switch something on.
  if (!choice && flag.kind === 'switch') return `one of ${choices.map(([label]) => label).join(', ')}`;
  const read = readValue(flag, choice?.[2] ?? answer.toLowerCase());
  return read.ok ? read : read.expected;
}

const NONE: Answers = { flags: {}, counted: {}, unread: [] };

/** The JSON of a value, its keys in order. */
function plainText(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    isFields(part) ? Object.fromEntries(Object.entries(part).sort()) : part,
  );
}
