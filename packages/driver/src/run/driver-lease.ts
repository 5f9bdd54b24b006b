import { hostname } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import { bootId, readProcess } from '@loopwright/checks';
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
  readonly #own = processOf(process.pid);
  readonly #file: WorkFile;

  constructor(root: string, runId: string) {
    this.#file = { root, runId, kind: 'driver' };
  }

  /** The other living driver of this machine; undefined if the run is free. */
  get holder(): DriverProcess | undefined {
    const written = readWorkFile(this.#file);
    const pid = asObject(written)?.['pid'];
    if (typeof pid !== 'number' || pid === this.#own.pid) return undefined;
    const holder = processOf(pid);
    return isDeepStrictEqual(written, holder) && isLiving(holder) ? holder : undefined;
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

function processOf(pid: number): DriverProcess {
  return { pid, started: readProcess(pid)?.started ?? '', machine: bootId() || hostname() };
}

function isLiving({ pid, started }: DriverProcess): boolean {
  if (started !== '') return true;
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
