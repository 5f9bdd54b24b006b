/** The owner and the place of a loop. */
export interface Circumstances {
  readonly session: string;
  /** The folder of the project. */
  readonly root: string;
  /** The process that calls the hook. */
  readonly hostPid: number;
  /** The time, in ISO 8601 to the second. */
  readonly startedAt: string;
}

/** The file format of a running loop for one kind of hook. */
export interface LoopForm {
  /** Text that marks a hook that reads this format. */
  readonly mark: string;
  /** File contents by path in the project or, after `~/`, in the home folder. */
  readonly files: (circumstances: Circumstances) => Readonly<Record<string, string>>;
  /** Set if the hook works only in a Git repository. */
  readonly where?: 'repository';
}

const PROMPT = 'make the tests pass';
const PROMISE = '"COMPLETE"';
const TASKS = ['users', 'orders', 'carts'];

/**
 * The known formats. Some hooks mention another hook's file, to remove it or to warn about it, so that rare marks
 * come before common ones.
 */
export const LOOP_FORMS: readonly LoopForm[] = [
  {
    mark: 'ralph-loop.${_RALPH_LOOP_PID}',
    where: 'repository',
    files: ({ hostPid, startedAt }) => ({
      [`.claude/ralph-loop.${hostPid}.local.md`]: page({
        active: 'true',
        iteration: 1,
        max_iterations: 0,
        completion_promise: PROMISE,
        stuck_count: 0,
        stuck_threshold: 3,
        last_response_hash: '',
        repeat_count: 0,
        similarity_count: 0,
        last_response_words: '',
        started_at: `"${startedAt}"`,
      }),
    }),
  },
  {
    mark: '.claude/ralph-wiggum-pro',
    files: ({ session, root, startedAt }) => ({
      [`~/.claude/ralph-wiggum-pro/loops/ralph-loop.${session}.local.md`]: page({
        session_id: `"${session}"`,
        loop_id: '"0a1b2c3d"',
        project: `"${root}"`,
        description: `"${PROMPT}"`,
        iteration: 1,
        max_iterations: 0,
        completion_promise: PROMISE,
        started_at: `"${startedAt}"`,
      }),
    }),
  },
  {
    mark: 'RALPHA_STATE_FILE',
    files: ({ startedAt }) => ({
      '.claude/ralpha-team.local.md': page({
        active: 'true',
        mode: 'solo',
        iteration: 1,
        max_iterations: 0,
        completion_promise: PROMISE,
        verify_command: 'null',
        verify_passed: 'false',
        started_at: `"${startedAt}"`,
      }),
    }),
  },
  {
    mark: '.ralph-state.json',
    files: () => ({
      'specs/.current-spec': 'routes\n',
      'specs/routes/.ralph-state.json': JSON.stringify({
        phase: 'execution',
        taskIndex: 0,
        totalTasks: TASKS.length,
        taskIteration: 1,
        globalIteration: 1,
      }),
      'specs/routes/tasks.md': TASKS.map((task) => `- [ ] validate ${task} by schema\n`).join(''),
    }),
  },
  {
    mark: '.claude/autonomy-loop.local.md',
    files: ({ startedAt }) => ({
      '.claude/autonomy-loop.local.md': page({ active: 'true', iteration: 1, max_iterations: 0 }),
      '.autonomy/progress.txt': '',
      '.autonomy/feature_list.json': JSON.stringify({
        updated_at: startedAt,
        features: TASKS.map((task, index) => ({
          id: `F00${index + 1}`,
          title: `validate ${task} by schema`,
          role: 'developer',
          status: index === 0 ? 'in_progress' : 'pending',
          priority: index + 1,
          dependencies: [],
          acceptance_criteria: ['tests pass'],
          assigned_at: startedAt,
        })),
      }),
    }),
  },
  {
    mark: '.claude/states/autoresearch',
    files: ({ session, root }) => ({
      '~/.claude/states/autoresearch/run.md': page({
        session_id: `"${session}"`,
        cwd: `"${root}"`,
        last_resume: 0,
      }),
      'autoresearch.jsonl': [
        { type: 'config', maxExperiments: 50 },
        { run: 1, status: 'keep' },
      ]
        .map((line) => `${JSON.stringify(line)}\n`)
        .join(''),
    }),
  },
  {
    mark: '.forge-loop.json',
    files: ({ session, startedAt }) => ({
      '.forge/.forge-loop.json': JSON.stringify({
        active: true,
        iteration: 1,
        max_iterations: 100,
        completion_promise: 'COMPLETE',
        session_id: session,
        started_at: startedAt,
      }),
      '.forge/state.md': page({
        phase: 'executing',
        spec: 'routes',
        current_task: 'T001',
        task_status: 'implementing',
        depth: 'standard',
      }),
      '.forge/specs/routes.md': page({ domain: 'routes', status: 'approved' }),
      '.forge/plans/routes-frontier.md': `${page({ spec: 'routes' })}\n## Tier 1\n${TASKS.map(
        (task, index) => `- [T00${index + 1}] validate ${task} | est: ~5k tokens\n`,
      ).join('')}`,
    }),
  },
  {
    mark: 'check-complete.sh',
    files: () => ({
      '.planning/.active_plan': 'routes\n',
      '.planning/routes/task_plan.md': `# Plan\n\n${TASKS.map(
        (task, index) =>
          `### Phase ${index + 1}: ${task}\n- [ ] validate ${task}\n- **Status:** ${index === 0 ? 'in_progress' : 'pending'}\n`,
      ).join('\n')}`,
      '.planning/routes/.mode': 'autonomous gate\n',
      // It has blocked once, with progress since then.
      '.planning/routes/.stop_blocks': '1\n',
      '.planning/routes/.gate_last_ledger': '0\n',
      '.planning/routes/ledger-main.jsonl': '{"event":"phase"}\n',
    }),
  },
  {
    mark: 'Easy Loop state',
    files: ({ session, startedAt }) => ({
      '.easy-loop/routes/state.md': page({
        status: 'active',
        active: 'true',
        iteration: 1,
        session_id: `"${session}"`,
        max_iterations: 0,
        completion_promise: PROMISE,
        started_at: `"${startedAt}"`,
        current_iteration_started_at: `"${startedAt}"`,
        last_transition_at: `"${startedAt}"`,
        last_iteration_elapsed_ms: 'null',
        total_elapsed_ms: 'null',
        last_event: 'started',
        last_hook_fingerprint: 'null',
        last_transcript_turn_fingerprint: 'null',
        last_assistant_excerpt: 'null',
      }),
      '.easy-loop/routes/iterations.jsonl': '',
    }),
  },
  {
    mark: '.gsd/STATE.md',
    files: () => ({
      '.gsd/STATE.md':
        '---\nloop:\n  active: true\n  type: execute\n  iteration: 1\n  max_iterations: 20\n  paused: false\n---\n',
    }),
  },
  {
    mark: '.claude/idle-loop.local.md',
    files: () => ({
      '.claude/idle-loop.local.md': page({ active: 'true', mode: 'loop', iteration: 1, max_iterations: 50 }),
    }),
  },
  {
    mark: '.loop/state.json',
    files: () => ({
      '.loop/state.json': JSON.stringify({
        spec: PROMPT,
        criteria: ['tests pass'],
        criteriaStatus: { 'tests pass': false },
        exit_signal: false,
        steps: [],
        completedSteps: [],
        remainingSteps: [],
        iteration: 1,
        status: 'in_progress',
        circuitBreaker: { stuckCount: 0, lastUnmet: '' },
      }),
    }),
  },
  {
    mark: 'ralph-loop.local.md',
    files: ({ session, startedAt }) => ({
      '.claude/ralph-loop.local.md': page({
        active: 'true',
        iteration: 1,
        session_id: session,
        max_iterations: 0,
        completion_promise: PROMISE,
        started_at: `"${startedAt}"`,
      }),
    }),
  },
];

/** The format that a hook with this text reads; undefined if unknown. */
export function loopFormIn(text: string): LoopForm | undefined {
  return LOOP_FORMS.find(({ mark }) => text.includes(mark));
}

/** Front matter with these fields, then the prompt. */
function page(fields: Readonly<Record<string, string | number>>): string {
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return `---\n${lines.join('\n')}\n---\n\n${PROMPT}\n`;
}
