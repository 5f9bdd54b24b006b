/** What a machine or its network says, whatever the job: a name that resolves to nothing, a full disk, no memory. */
const PASSING =
  /could ?n.t resolve|could not resolve|failed to connect|couldn.t connect|connection (?:refused|reset|timed out|closed)|network is unreachable|no route to host|timed out|early EOF|unexpectedly closed|hung up unexpectedly|returned error: (?:408|429|5\d\d)|no space left|quota exceeded|ENOSPC|EDQUOT|EMFILE|ENOMEM|EROFS|cannot allocate memory|too many open files|resource temporarily unavailable|read-only file system/i;
/** What says that this machine lacks something: its client, a token, a key. */
const REFUSED =
  /could not be found\b.*\. nothing was started|could not read (?:username|password)|authentication failed|permission denied \(publickey|host key verification failed|returned error: 40[13]|bad credentials|gh auth login/i;

/** The failures of a client, by the names that its loop has for them, that no other job would do better with. */
const OF_THE_CLIENT: ReadonlySet<string> = new Set(['transient', 'blocking']);

/** True if an error of the client, of git or of the machine will go away without a change of the job. */
export function isFaultless(reason: string, failure = ''): boolean {
  if (OF_THE_CLIENT.has(failure)) return true;
  // What a hook of the repository says is no word of the machine.
  return !/rejected/.test(reason) && (PASSING.test(reason) || REFUSED.test(reason));
}

/** How many jobs have to fail alike before their agent counts as the cause. */
const MAX_ALIKE = 3;
const IDLE_MS = 30_000;
const MAX_IDLE_MS = 10 * 60_000;

/** How the last jobs of an agent ended. */
export interface Health {
  /** How many attempts in a row ended by nobody's fault. */
  readonly faults: number;
  /** The last jobs that failed with the same words. */
  readonly alike: readonly { readonly name: string; readonly words: string }[];
}

export const HEALTHY: Health = { faults: 0, alike: [] };

/** The health of an agent after one more job. `name` is the job, or the repository that it failed for. */
export function afterJob(
  health: Health,
  name: string,
  outcome: { readonly kind: string; readonly reason?: string | undefined },
): Health {
  switch (outcome.kind) {
    case 'returned':
    case 'cancelled':
      return health;
    case 'postponed':
      return { ...health, faults: health.faults + 1 };
    case 'again':
    case 'failed': {
      const words = (outcome.reason ?? '')
        .replace(/^failed \d+ times: /, '')
        .replaceAll(/[0-9a-f]*\d[0-9a-f]*/g, '#');
      const others = health.alike.filter((one) => one.words === words && one.name !== name);
      return { faults: 0, alike: [...others, { name, words }] };
    }
    default:
      return HEALTHY;
  }
}

/** How long an agent takes no job after a fault that is nobody's: longer each time. */
export function idleMs({ faults }: Health): number {
  return faults === 0 ? 0 : Math.min(MAX_IDLE_MS, IDLE_MS * 2 ** (faults - 1));
}

/** True if an agent should take no more jobs: its last ones failed alike. */
export function isSuspect({ alike }: Health): boolean {
  return alike.length >= MAX_ALIKE;
}
