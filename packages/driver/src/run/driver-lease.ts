import { hostname } from 'node:os';
import { bootId, readProcess } from '@loopwright/checks';
import { readWorkFile, removeWorkFile, type WorkFile, writeWorkFile } from '@loopwright/store';

/** A process, told apart from a later process with the same id. */
export interface DriverProcess {
  readonly pid: number;
  /** When the process started, in the kernel's own count; empty where the system doesn't tell. */
  readonly started: string;
  /** The boot of the machine, else its name. */
  readonly machine: string;
}

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
  const read = (): DriverProcess | undefined => parseLease(readWorkFile(file));
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

function parseLease(value: unknown): DriverProcess | undefined {
  const { pid, started, machine: where } = (value ?? {}) as Partial<Record<keyof DriverProcess, unknown>>;
  const isWhole =
    Number.isSafeInteger(pid) && Number(pid) > 0 && typeof started === 'string' && typeof where === 'string';
  return isWhole ? { pid: Number(pid), started, machine: where } : undefined;
}
