// A stand-in for `loop`: works through its spec line by line, one iteration a line, as the real driver leaves its traces.
import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openAnyRun, startRun, listRuns } from '@loopwright/store';
