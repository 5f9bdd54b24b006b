import { arch, cpus, platform, release, totalmem } from 'node:os';

/** The class of machine that figures come from: enough to compare, nothing that names one. */
export interface Machine {
  readonly cores: number;
  readonly memoryGb: number;
  readonly os: string;
  readonly node: string;
}

/** Describes this machine. */
export function machineHere(): Machine {
  return {
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    os: `${platform()} ${release().split('.').slice(0, 2).join('.')} ${arch()}`,
    node: process.versions.node,
  };
}

/** Writes a machine in a line. */
export function formatMachine({ cores, memoryGb, os, node }: Machine): string {
  return `${cores} cores, ${memoryGb} GB of memory, ${os}, Node ${node}`;
}
