import { given, money } from '@loopwright/core';
import type { LimitValues, ValuesOf } from '@loopwright/core/flags';
import { findHost, type Host, HOSTS } from '@loopwright/hosts';
import { ownPrices } from '@loopwright/hooks/facts';
import { findPrice } from '@loopwright/transcript/quick';
import { readConfigs } from '../../config/read-configs.ts';
import { withConfigs } from '../../config/settings.ts';
import { type clientFlags, jobLimitFlags } from '../../flags/client-flags.ts';
import { typedFlags } from '../../flags/typed-flags.ts';
import { usageError } from '../../program/cli-error.ts';
import type { Context } from '../../program/context.ts';

/** The flags that choose an agent and what it may do. */
export type AgentFlags = ValuesOf<typeof clientFlags>;

/**
 * The agent of a run: as typed, else the one that worked on it last, else that of the configs. Throws `CliError` for an
 * unknown agent, and for flags that it can't take.
 */
export function agentOf({ env }: Context, root: string, flags: AgentFlags, last?: string): Host {
  const { agent = last ?? withConfigs<{ readonly agent?: string }>({}, readConfigs(env, root), env).agent } =
    flags;
  const host = agent === undefined ? HOSTS[0] : findHost(agent);
  const names = HOSTS.map(({ name }) => name).join(', ');
  if (!host) throw usageError(`There is no agent "${agent}". There are ${names}, and acp:COMMAND.`);
  const { words, modes } = host;
  const mode = flags['permission-mode'];
  if (mode !== undefined && !modes[mode]) {
    throw usageError(`${words.agent} has no mode "${mode}". It has ${Object.keys(modes).join(', ')}.`);
  }
  if (flags.claude !== undefined && host !== HOSTS[0])
    throw usageError(
      `--claude names the program of ${HOSTS[0].words.agent}; ${words.agent} is taken from PATH.`,
    );
  if (flags.model !== undefined && host.begin)
    throw usageError(
      'An agent of the Agent Client Protocol takes its model from its own command or settings.',
    );
  return host;
}

/** What of an agent's cost is known: dollars, where it tells them or its model has a price. */
export function measuredOf({ env }: Context, root: string, { tells }: Host, model?: string): Host['tells'] {
  const isPriced = model !== undefined && findPrice(ownPrices(root, env), model).isKnown;
  return tells === 'tokens' && isPriced ? 'dollars' : tells;
}

/**
 * Says that no budget holds the agent, and which limits do; undefined where the cost is known or a limit was chosen.
 * Throws `CliError` for a limit that can't be measured, because it would hold nothing.
 */
export function costNotice(
  { words }: Host,
  measured: Host['tells'],
  { budget, tokens }: LimitValues,
): string | undefined {
  const others = OTHER_LIMITS[measured];
  if (typeof tokens === 'number' && measured === 'nothing')
    throw usageError(`${words.agent} does not tell its tokens, so --tokens can't hold it. ${others}`);
  if (measured === 'dollars') return undefined;
  const unknown = `The cost of ${words.agent} is unknown, so`;
  if (typeof budget === 'number')
    throw usageError(`${unknown} a budget of ${money(budget)} can't hold it. ${others}`);
  return budget === null || typeof tokens === 'number'
    ? undefined
    : `${unknown} no budget holds it. ${others}`;
}

const OTHER_LIMITS: Readonly<Record<Host['tells'], string>> = {
  dollars: '',
  tokens: '--tokens N limits it.',
  nothing: '--minutes N and --iterations N limit it.',
};

/**
 * The limits of each job of a fleet in place of its budget, for an agent whose cost is unknown; undefined for any other. Throws
 * `CliError` without one that holds.
 */
export function jobLimits(
  context: Context,
  root: string,
  flags: AgentFlags & Pick<LimitValues, 'tokens' | 'minutes'>,
): readonly string[] | undefined {
  const host = agentOf(context, root, flags);
  const measured = measuredOf(context, root, host, flags.model);
  if (measured === 'dollars') return undefined;
  const typed = typedFlags(jobLimitFlags, flags);
  const unknown = costNotice(host, measured, given({ tokens: flags.tokens }));
  if (unknown !== undefined && typed.length === 0) throw usageError(unknown);
  return ['--budget', 'none', ...typed];
}
