import {
  runCommand,
  verifyChecks,
  type NamedCheck,
  type Verified,
  type VerifyPorts,
} from '@loopwright/checks';
import { type Check, durationText, isJudged } from '@loopwright/core';
import { checkFolder, type PlaceOfWork, writeEvidence } from '@loopwright/store';
import { askJudge, type JudgeCall, type JudgeEvidence } from '../judge/ask-judge.ts';
import { recordRunning } from './record-running.ts';

type Ports = VerifyPorts<Check, JudgeEvidence>;

/** Where checks run, who asks their judges, and the consumers of their results. */
export interface ChecksCall extends Omit<Ports, 'folderOf' | 'run' | 'keepOutput'> {
  readonly place: PlaceOfWork;
  readonly judge: () => Omit<JudgeCall, 'root'>;
}

/**
 * Runs checks of a run, commands and judges, at its place of work. Those who watch see the output, and its end is stored
 * as evidence.
 */
export async function runChecks(
  wanted: readonly NamedCheck<Check>[],
  { place, judge, ...call }: ChecksCall,
): Promise<Verified<Check, JudgeEvidence>> {
  const { root } = place;
  return verifyChecks(wanted, {
    ...call,
    live: recordRunning({ root, runId: judge().run.id }, call.live, call.now),
    folderOf: ({ folder }) => checkFolder(place, folder),
    run: async (check, ran) => {
      if (isJudged(check)) return askJudge(check, { root, ...judge() }, ran);
      return { ...(await runCommand(check.command, ran, durationText)), more: undefined };
    },
    keepOutput: (id, output) => void writeEvidence(root, id, output),
  });
}
