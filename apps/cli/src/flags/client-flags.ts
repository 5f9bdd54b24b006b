import { choiceFlag, flag } from '@loopwright/core/flags';
import { HOSTS, PERMISSION_MODES } from '@loopwright/hosts';

/** What the client of a headless run is, and what it may do. */
export const clientFlags = [
  flag(
    'agent',
    'text',
    'NAME',
    `${HOSTS.map(({ name }) => name).join(', ')}, or acp:COMMAND (${HOSTS[0].name})`,
  ),
  flag('claude', 'text', 'PATH', 'The program of Claude Code (default: claude on PATH)'),
  flag('model', 'text', 'NAME', 'The model of the agent'),
  choiceFlag(
    'permission-mode',
    'MODE',
    PERMISSION_MODES,
    'What it may do without asking (default: acceptEdits)',
  ),
  flag('plugin', 'text', 'DIR', 'The Loopwright plugin (default: the one around this command)'),
] as const;

/** What limits a job of a fleet where the cost of its agent is unknown. */
export const jobLimitFlags = [
  flag('tokens', 'tokens', 'N', 'for an agent without a known cost: how many tokens each job may take'),
  flag('minutes', 'minutes', 'N', 'for such an agent: how many minutes each job may take'),
] as const;
