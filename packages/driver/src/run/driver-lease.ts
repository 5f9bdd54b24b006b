import { hostname } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import { bootId, readProcess, sendSignal } from '@loopwright/checks';
import { readWorkFile, removeWorkFile, type WorkFile, writeWorkFile } from '@loopwright/store';
import { asObject } from '@loopwright/transcript/quick';

/** A process, told apart from a later process with the same id. */
interface DriverProcess {
  readonly pid: number;
  /** When the process started, in the kernel's own count; empty where the system doesn't tell. */
  readonly started: string;
  /** The boot of the machine, else its name. */
  readonly machine: string;
}

/** The lease of a run: it names the driver that works on the run. Drivers on other machines count as gone. */
export class DriverLease {
  readonly #own = ownProcess();
  readonly #file: WorkFile;

  constructor(root: string, runId: string) {
    this.#file = { root, runId, kind: 'driver' };
  }

  /** The other living driver of this machine; undefined if the run is free. */
  get holder(): DriverProcess | undefined {
    return otherProcess(readWorkFile(this.#file));
  }

  /** Writes the lease for this process. */
  take(): void {
    writeWorkFile(this.#file, this.#own);
  }

  /** Removes the lease, unless another driver has taken it. */
  release(): void {
    if (isDeepStrictEqual(readWorkFile(this.#file), this.#own)) removeWorkFile(this.#file);
  }
}

/** What tells this process from all others, to be written down. */
export function ownProcess(): DriverProcess {
  return processOf(process.pid);
}

/** The process that was written down, if it is another one of this machine, and lives. */
export function otherProcess(written: unknown): DriverProcess | undefined {
  const pid = asObject(written)?.['pid'];
  if (typeof pid !== 'number' || pid === process.pid) return undefined;
  const other = processOf(pid);
  if (!isDeepStrictEqual(written, other)) return undefined;
  return other.started !== '' || sendSignal(pid, 0) ? other : undefined;
}

function processOf(pid: number): DriverProcess {
  return { pid, started: readProcess(pid)?.started ?? '', machine: bootId() || hostname() };
}
