import { readdir, readFile } from 'node:fs/promises';

/**
 * Ends every process whose environment has this HOME. The client starts hooks and background
 * commands in groups of their own, which survive the end of the client's group.
 * Without /proc it does nothing.
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
    // ESRCH: the process has already ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
