import { ownPricesPath, readOwnPrices } from '@loopwright/checks';
import { PRICES, PRICES_SOURCE, withOwnPrices } from '@loopwright/transcript';
import type { Env } from '../../program/context.ts';
import { doubtful, type Finding, sound } from './finding.ts';

/** Looks at the prices of models: the day of the list, and which of the user's own count. */
export function examinePrices(env: Env, root: string): readonly Finding[] {
  const list = sound('prices', `of ${PRICES.asOf} (${PRICES_SOURCE})`);
  const path = ownPricesPath(env) ?? '';
  const read = readOwnPrices(root, env);
  if (read.status === 'absent') return [list];
  const { problems } = read.status === 'read' ? withOwnPrices(read.text) : { problems: [read.reason] };
  return problems.length === 0
    ? [list, sound('prices', `your own over it: ${path}`)]
    : [
        list,
        ...problems.map((problem) =>
          doubtful(
            'prices',
            `${path}: ${problem}`,
            'The list price counts instead. The guide for the plugin shows the file.',
          ),
        ),
      ];
}
