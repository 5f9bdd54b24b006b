import { detectNode } from './node.ts';
import { detectElixir, detectGo, detectJvm, detectMake, detectPhp, detectRust } from './others.ts';
import type { ProjectFiles, Proposal } from './project-files.ts';
import { detectPython } from './python.ts';
import { detectWorkflows } from './workflows.ts';

type Detector = (project: ProjectFiles) => readonly Proposal[];

/** The detectors of languages. A project may have several. */
const LANGUAGES: readonly (readonly [language: string, detect: Detector])[] = [
  ['node', detectNode],
  ['rust', detectRust],
  ['python', detectPython],
  ['go', detectGo],
  ['jvm', detectJvm],
  ['php', detectPhp],
  ['elixir', detectElixir],
];

/** The detectors of files that call other tools: they only add checks that are still missing. */
const CALLERS: readonly Detector[] = [detectMake, detectWorkflows];

/**
 * Proposes the checks of a project by its files alone, without running anything. The first language takes the plain
 * names; a check of the next one is called `tests-rust`.
 */
export function detect(project: ProjectFiles): readonly Proposal[] {
  const found = new Map<string, Proposal>();
  for (const [language, detectLanguage] of LANGUAGES) {
    for (const proposal of detectLanguage(project)) {
      const name = found.has(proposal.name) ? (`${proposal.name}-${language}` as const) : proposal.name;
      found.set(name, { ...proposal, name: name as Proposal['name'] });
    }
  }
  for (const detectMore of CALLERS) {
    for (const proposal of detectMore(project))
      if (!found.has(proposal.name)) found.set(proposal.name, proposal);
  }
  return [...found.values()];
}
