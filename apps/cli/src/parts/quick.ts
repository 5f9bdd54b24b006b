import { main } from '../program/main.ts';
import { processHost } from '../program/process-host.ts';
import { quickHandlers } from '../verbs/verbs.ts';

/** Executes the command line of this process, unless it has a heavy verb: then it does nothing and gives undefined. */
export const run = (): Promise<number | undefined> => main(processHost(), quickHandlers);
