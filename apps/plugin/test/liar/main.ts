import { allLies, honestHeadlessWork, honestWork, outcomeText, playLie } from '@loopwright/testkit';
import { target } from './target.ts';

// Plays the lies whose names contain the given text, and prints every step.
const text = process.argv.slice(2).join(' ');
for (const { stage, lies } of [honestWork, honestHeadlessWork, ...allLies]) {
  for (const lie of lies.filter(({ name }) => name.includes(text))) {
    const outcome = await playLie(lie, stage, target);
    process.stdout.write(
      `\n=== ${lie.name}\n${outcome.log}\n--- ${outcomeText(outcome)} (${outcome.signs.join(', ')})\n`,
    );
  }
}
