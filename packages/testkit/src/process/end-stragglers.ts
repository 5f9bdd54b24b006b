import { readdir, readFile } from 'node:fs/promises';

/**
 * Ends every process whose environment has this HOME. The client starts hooks and background
 * commands in groups of their own, so that ending the client's group leaves them behind.
 * Only where there is a /proc; elsewhere nothing is done.
 */
export async function endStragglers(home: string): Promise<void> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number);
  await Promise.all(
    pids.map(async (pid) => {
      const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
      if (environment.split('\0').includes(`HOME=${home}`)) kill(pid);
    }),
  );
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // ESRCH: it has ended meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
