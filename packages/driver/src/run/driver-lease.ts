import { hostname } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import { bootId, readProcess } from '@loopwright/checks';
import { readWorkFile, removeWorkFile, type WorkFile, writeWorkFile } from '@loopwright/store';
import * as z from 'zod/mini';

const driverProcess = z.object({
  pid: z.int().check(z.positive()),
  /** When the process started, in the kernel's own count; empty where the system doesn't tell. */
  started: z.string(),
  /** The boot of the machine, else its name. */
  machine: z.string(),
});

/** A process, told apart from a later process with the same id. */
type DriverProcess = Readonly<z.infer<typeof driverProcess>>;

/** The lease of a run: it names the driver that works on the run. */
export interface DriverLease {
  /** The other living driver of this machine; undefined if the run is free. */
  readonly holder: DriverProcess | undefined;
  /** Writes the lease for this process. */
  take(): void;
  /** Removes the lease, unless another driver has taken it. */
  release(): void;
}

/** Opens the lease of a run. Drivers on other machines can't be checked and count as gone. */
export function openDriverLease(root: string, runId: string): DriverLease {
  const own = processOf(process.pid);
  const file: WorkFile = { root, runId, kind: 'driver' };
  const read = (): DriverProcess | undefined => driverProcess.safeParse(readWorkFile(file)).data;
  return {
    get holder() {
      const holder = read();
      return holder && holder.pid !== own.pid && isLiving(holder) ? holder : undefined;
    },
    take: () => {
      writeWorkFile(file, own);
    },
    release: () => {
      if (isDeepStrictEqual(read(), own)) removeWorkFile(file);
    },
  };
}

function processOf(pid: number): DriverProcess {
  return { pid, started: readProcess(pid)?.started ?? '', machine: bootId() || hostname() };
}

function isLiving(holder: DriverProcess): boolean {
  if (!isDeepStrictEqual(processOf(holder.pid), holder)) return false;
  if (holder.started !== '') return true;
  try {
    process.kill(holder.pid, 0);
    return true;
  } catch {
    return false;
  }
}
