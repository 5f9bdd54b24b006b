import {
  type Author,
  DEFAULT_LIMITS,
  DEFAULT_TTL_MS,
  isOpen,
  isOver,
  type Limits,
  type Mode,
} from '@loopwright/core';
import { answeredSince, type ParsedWords, parseTyped, type SessionWords } from '@loopwright/core/contract';
import { meantText } from '@loopwright/core/flags';
import { readSessionWords } from '@loopwright/hooks';
import type { OpenRun, RunAddress } from '@loopwright/store';
import { namedChecks } from '../../config/named-check.ts';
import { type Configs, readConfigs } from '../../config/read-configs.ts';
import { configsForClaude, withConfigs } from '../../config/settings.ts';
import { readSpec } from '../../plan/read-spec.ts';
import type { StartFlags, WantedStart } from '../../plan/start-plan.ts';
import { usageError } from '../../program/cli-error.ts';
import type { Context, Request } from '../../program/context.ts';
import { authorOf, isHeadless } from '../../session/author.ts';
import { latestWords } from '../../session/users-words.ts';
import { readProject } from '../init/project-files.ts';
import { taskTextOf } from '../init/project-tasks.ts';

type Words = Omit<ParsedWords, 'checks'>;

/** The user's words for a start, and when they were typed, if known. */
type DraftedWords = Words & { readonly mode: Mode; readonly at?: number };

/** A start with all that its parts ask about, read once. */
export interface StartRequest extends WantedStart {
  readonly address: RunAddress;
  /** The run of the session: a draft, one that is open, or one that is over. */
  readonly own: OpenRun | undefined;
  /** Who runs the command. */
  readonly by: Author;
  /** The user typed words for this start. */
  readonly isDrafted: boolean;
  readonly configs: Configs;
  readonly user: StartFlags;
  readonly claude: StartFlags;
  /** The user asked to start an unclear spec. */
  readonly isForced: boolean;
  /** The user wants a loop that is open, or that another session left, to give way. */
  readonly isFresh: boolean;
}

/** The spec of a grind without words: `/loop:grind --budget=20`. */
const EVERY_ISSUE = 'Work through the open issues, one after the other.';

/** Reads the author, the user's words and the configs of a start. Throws `CliError` for words that make no sense. */
export function readStart(
  context: Context,
  { words: given, flags }: Request<'start'>,
  address: RunAddress,
  own: OpenRun | undefined,
): StartRequest {
  const by = authorOf(context.env, address);
  const known = readSessionWords(address, context.env);
  const read = readConfigs(context.env, address.root);
  const configs = by === 'user' ? read : configsForClaude(read, known.configDigest);
  const drafted = typedWords(known, own);
  const added = readSpec(context, { words: given, specFile: flags['spec-file'], isUsers: by === 'user' });
  const { spec, user: typed, claude } = flagsByAuthor(context, { flags, by }, drafted);
  const answered =
    by === 'user' ? {} : answeredSince(known, Math.max(beganAt(own, context.now()), drafted?.at ?? 0));
  // The table that read the answers is the one that types the flags. What the user answered, they said last.
  const said: StartFlags = { ...typed, ...answered };
  const user = withConfigs(said, configs, by === 'user' ? context.env : {});
  const mode = user.mode ?? (drafted?.mode === 'loop' ? undefined : drafted?.mode) ?? claude.mode;
  const words = mode === 'grind' ? spec || EVERY_ISSUE : spec;
  return {
    address,
    own,
    by,
    isDrafted: drafted !== undefined,
    configs,
    spec: specOfBoth(words, added, by),
    typed: by === 'user' ? undefined : (words ?? ''),
    sessionId: address.sessionId,
    user,
    claude,
    floor: floorOf(known),
    mode,
    usersMode: user.mode ?? drafted?.mode,
    isHeadless: isHeadless(context.env),
    names: namedChecks(context.env, address.root, configs),
    taskText: taskTextOf(readProject(address.root)),
    // An issue is clear or unclear by itself, not by the number that the user typed.
    isForced: drafted?.mode === 'issue' || drafted?.mode === 'grind' || user.force === true,
    isFresh: user.fresh === true,
  };
}

/** The modes of the commands that start a loop. */
const START_MODES: Readonly<Record<string, Mode>> = {
  'loop:start': 'loop',
  'loop:issue': 'issue',
  'loop:grind': 'grind',
};
const STARTS = Object.keys(START_MODES);

/** The limits where the user typed none: the plugin's settings, else the defaults. Claude can only lower them. */
function floorOf(known: SessionWords): Limits {
  const { iterations, budget } = latestWords(known, STARTS, 0) ?? {};
  return {
    ...DEFAULT_LIMITS,
    ...(iterations !== undefined && { iterations }),
    ...(budget !== undefined && { budgetUsd: budget }),
  };
}

/**
 * Finds the user's words as they were parsed when typed. Without that record, the words of the session's draft are
 * parsed. While a loop is open, no draft can be opened; then the words typed since its start count.
 */
function typedWords(known: SessionWords, own: OpenRun | undefined): DraftedWords | undefined {
  if (!own) return undefined;
  const { id, status, frames, createdAt, ending } = own.run;
  const typed = latestWords(known, STARTS, createdAt);
  const drafted = typed && { ...typed, mode: START_MODES[typed.command] ?? 'loop' };
  if (status === 'draft') {
    const { spec = '', mode = 'loop' } = frames[0] ?? {};
    return drafted?.run === id ? drafted : { ...parseTyped('loop:start', spec), mode };
  }
  // Words that were typed during a loop are the next one's, also when that loop has ended meanwhile.
  const isForNext = typed !== undefined && typed.at > createdAt && typed.at <= (ending?.at ?? 0);
  return isOpen(own.run) || isForNext ? drafted : undefined;
}

/** Answers of the user before this moment belong to the loop before, which may have gone to another session. */
function beganAt(own: OpenRun | undefined, now: number): number {
  if (!own) return now - DEFAULT_TTL_MS;
  return (isOver(own.run) ? own.run.ending?.at : undefined) ?? own.run.createdAt;
}

/** The spec of both: the user's words stay as they are, and Claude's come below them. */
function specOfBoth(typed: string | undefined, given: string | undefined, by: Author): string | undefined {
  if (given === undefined || by === 'user') return given ?? typed;
  const words = typed?.trim() ?? '';
  return given.includes(words) ? given : `${words}\n\nClarified by Claude:\n${given}`;
}

/**
 * Separates the flags of the user from those of Claude. The typed ones are the user's; flags of the command line are of
 * the author who runs it. `spec` is the user's. Throws `CliError` for invalid flags.
 */
export function flagsByAuthor(
  context: Context,
  { flags, by }: { readonly flags: StartFlags; readonly by: Author },
  drafted: Words | undefined,
): { readonly spec: string | undefined; readonly user: StartFlags; readonly claude: StartFlags } {
  if (drafted) requireClear(drafted);
  // The parser is driven by the same table that the flags are typed by.
  const typed = (drafted?.flags ?? {}) as StartFlags;
  const spec = readSpec(context, { words: [], specFile: typed['spec-file'], isUsers: true }) ?? drafted?.spec;
  return by === 'user'
    ? { spec, user: { ...typed, ...flags }, claude: {} }
    : { spec, user: typed, claude: flags };
}

function requireClear({ unclear: [unclear], problem }: Words): void {
  if (unclear !== undefined) {
    throw usageError(
      `After /loop:start: ${unclear} stands inside the words. Nothing was started. Ask the user:`,
      undefined,
      [
        `Is it a flag of the loop? Type it at the end: /loop:start … ${unclear}`,
        `Does it belong to the text? Put it into backticks: \`${unclear}\``,
      ],
    );
  }
  if (problem) {
    throw usageError(`After /loop:start: ${problem.message}${meantText(problem.suggestion)}`, undefined, [
      'To start a text with two dashes, type /loop:start -- and then the text.',
    ]);
  }
}
