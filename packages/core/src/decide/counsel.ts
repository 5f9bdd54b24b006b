import type { CommandOf } from '../model/command.ts';
import { isName } from '../model/names.ts';
import type { Run } from '../model/run.ts';
import { accepted, type Decision, rejected } from './decision.ts';
import { refuse, topOf } from './open-frame.ts';

/** Records a question to the panel, or its recommendation. */
export function panel(run: Run | undefined, command: CommandOf<'panel'>): Decision {
  const frame = topOf(run);
  if (!frame) return refuse(run);
  const { at, subject, recommendation } = command;
  if (!isName(subject)) return rejected('bad-name', { subject });
  const isOpen = (frame.counsel ?? []).some(
    (one) => one.subject === subject && one.recommendation === undefined,
  );
  if (recommendation === undefined && isOpen) return rejected('nothing-to-change', { subject });
  if (recommendation?.trim() === '') return rejected('nothing-to-change', { subject });
  return accepted([{ type: 'counselled', at, subject, recommendation }]);
}
