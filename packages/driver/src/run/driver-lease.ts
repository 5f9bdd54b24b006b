import { hostname } from 'node:os';
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
export type DriverProcess = Readonly<z.infer<typeof driverProcess>>;

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
  const own = ownProcess();
  const file: WorkFile = { root, runId, kind: 'driver' };
  const read = (): DriverProcess | undefined => driverProcess.safeParse(readWorkFile(file)).data;
  return {
    get holder() {
      const holder = read();
      return holder && !isSame(holder, own) && isLiving(holder) ? holder : undefined;
    },
    take: () => {
      writeWorkFile(file, own);
    },
    release: () => {
      const holder = read();
      if (holder && isSame(holder, own)) removeWorkFile(file);
    },
  };
}

function ownProcess(): DriverProcess {
  return { pid: process.pid, started: readProcess(process.pid)?.started ?? '', machine: machine() };
}

function isSame(one: DriverProcess, other: DriverProcess): boolean {
  return one.pid === other.pid && one.started === other.started && one.machine === other.machine;
}

function isLiving({ pid, started, machine: where }: DriverProcess): boolean {
  if (where !== machine()) return false;
  if (process.platform === 'linux') return readProcess(pid)?.started === started;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function machine(): string {
  return bootId() || hostname();
}
