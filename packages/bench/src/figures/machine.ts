import { arch, cpus, platform, release, totalmem } from 'node:os';

/** The class of machine behind the figures: enough to compare, without identifying it. */
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

/** Formats a machine in one line. */
export function formatMachine({ cores, memoryGb, os, node }: Machine): string {
  return `${cores} cores, ${memoryGb} GB of memory, ${os}, Node ${node}`;
}
