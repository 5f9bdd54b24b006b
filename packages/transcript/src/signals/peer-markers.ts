import type { Marker } from './markers.ts';

/** Its users choose the text of the promise. */
const ANY_PROMISE = [{ kind: 'promise', tag: 'promise' }] as const;

/**
 * The markers of other loop tools, by the tool's name, as their sources have them. Most tools also take a marker that is
 * only shown; read with these, it doesn't count.
 */
export const PEER_MARKERS = {
  /** Also its forks, such as ralph-wiggum. */
  'ralph-loop': ANY_PROMISE,
  'ralph-wiggum-pro': ANY_PROMISE,
  'ralpha-team': ANY_PROMISE,
  soleur: ANY_PROMISE,
  forge: ANY_PROMISE,
  'easy-loop': ANY_PROMISE,
  'open-ralph-wiggum': ANY_PROMISE,
  'snarktank-ralph': [{ kind: 'promise', tag: 'promise', values: ['COMPLETE'] }],
  'ralph-tui': [{ kind: 'promise', tag: 'promise', values: ['COMPLETE'] }],
  /** `DONE` is Claude's own, `VERIFIED` its reviewer's; users may choose another text. */
  'oh-my-openagent': ANY_PROMISE,
  'ralph-orchestrator': [{ kind: 'complete', line: 'LOOP_COMPLETE' }],
  'ralph-claude-code': [
    { kind: 'exit', line: 'EXIT_SIGNAL: true' },
    { kind: 'exit', line: 'EXIT_SIGNAL: false' },
  ],
  'continuous-claude': [{ kind: 'complete', line: 'CONTINUOUS_CLAUDE_PROJECT_COMPLETE' }],
  'smart-ralph': [
    { kind: 'task', line: 'TASK_COMPLETE' },
    { kind: 'complete', line: 'ALL_TASKS_COMPLETE' },
  ],
  ouroboros: [{ kind: 'task', line: '[TASK_COMPLETE]' }],
  /** The reviewer's last line, not Claude's. */
  humanize: [
    { kind: 'complete', line: 'COMPLETE' },
    { kind: 'stop', line: 'STOP' },
  ],
  'oh-my-claudecode': [
    { kind: 'phase', line: 'EXPANSION_COMPLETE' },
    { kind: 'phase', line: 'PLANNING_COMPLETE' },
    { kind: 'phase', line: 'EXECUTION_COMPLETE' },
    { kind: 'phase', line: 'QA_COMPLETE' },
    { kind: 'phase', line: 'VALIDATION_COMPLETE' },
    { kind: 'complete', line: 'AUTOPILOT_COMPLETE' },
  ],
  idle: [
    { kind: 'loop-done', tag: 'loop-done', values: ['COMPLETE', 'MAX_ITERATIONS', 'STUCK'] },
    { kind: 'issue-complete', tag: 'issue-complete', values: ['DONE'] },
    { kind: 'grind-done', tag: 'grind-done', values: ['NO_MORE_ISSUES', 'MAX_ISSUES'] },
  ],
  /** The loop of moo.md, which is gone since. */
  moo: [{ kind: 'loop-complete', tag: 'loop-complete', spans: true }],
} as const satisfies Readonly<Record<string, readonly Marker[]>>;
