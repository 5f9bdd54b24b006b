import { loadCorpus } from '../accuracy/load-corpus.ts';
import { runCase, runCases } from '../accuracy/run-case.ts';
import { type Outcome, score } from '../accuracy/score.ts';
import type { Figure, Section } from '../figures/figure.ts';
import type { Peer } from '../peers/find-peers.ts';
import { casesFor, judgePeer } from '../peers/judge-peer.ts';
import { obstacle, reactionInLoop } from '../peers/reaction.ts';
import { createProject } from '../stage/project.ts';

/** Runs the whole corpus against the built hook, and the suitable cases against hooks of others. */
export async function benchAccuracy(peers: readonly Peer[]): Promise<readonly Section[]> {
  const corpus = loadCorpus();
  const own = {
    title: 'Accuracy on the adversarial corpus',
    figures: figuresOf(await runCases(corpus, runCase)),
  };
  const others: Section[] = [];
  for (const peer of peers) {
    const cases = casesFor(peer, corpus);
    if (cases.length === 0) continue;
    const title = `Accuracy of ${peer.name}`;
    const why = whyNoLoop(peer);
    if (why !== undefined) {
      others.push({ title, figures: [], unmeasured: [{ what: 'completions', why }] });
      continue;
    }
    const outcomes = await runCases(cases, (testCase) => judgePeer(peer, testCase));
    const figures = figuresOf(outcomes)
      .slice(0, 2)
      .map(({ goal: _goal, ...figure }) => figure);
    others.push({ title, figures });
  }
  return [own, ...others];
}

/** Excludes a hook that never holds: it is right about every end and wrong about all other cases. */
function whyNoLoop(peer: Peer): string | undefined {
  const project = createProject('peer-tried');
  try {
    return obstacle(peer, reactionInLoop(peer, project));
  } finally {
    project.remove();
  }
}

function figuresOf(outcomes: readonly Outcome[]): Figure[] {
  const { falseCompletions, missedCompletions, trapped } = score(outcomes);
  const expecting = (expect: Outcome['expect']): number =>
    outcomes.filter((outcome) => outcome.expect === expect).length;
  const ending = expecting('end');
  return [
    share('false completions', falseCompletions, outcomes.length - ending),
    share('missed completions', missedCompletions, ending),
    share('held without need', trapped, expecting('let go')),
  ];
}

function share(what: string, wrong: readonly Outcome[], of: number): Figure {
  const names = wrong.slice(0, 5).map(({ family, name }) => `${family}: ${name}`);
  const more = wrong.length > names.length ? `, and ${wrong.length - names.length} more` : '';
  return {
    what,
    value: of === 0 ? 0 : (100 * wrong.length) / of,
    unit: '%',
    goal: { kind: 'exactly', limit: 0 },
    measured: `${wrong.length} of ${of}${names.length > 0 ? ` (${names.join('; ')}${more})` : ''}`,
  };
}
