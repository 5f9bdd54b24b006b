import { CONFIG_SCHEMA_ID, configSchema } from '../../config/config-schema.ts';
import { detect, type Proposal } from './detect.ts';
import { readProject } from './project-files.ts';

/** Finds the checks of a project. Reads its files, and runs and writes nothing. */
export function findChecks(root: string): readonly Proposal[] {
  // The text of a repository that a config can't hold is no proposal.
  return detect(readProject(root)).filter((one) => configSchema.safeParse(toConfig([one])).success);
}

/** The config that names these checks. */
export function toConfig(found: readonly Proposal[]): object {
  const checks = found.map(({ name, command, timeout, paths }) => [name, { command, timeout, paths }]);
  return { $schema: CONFIG_SCHEMA_ID, checks: Object.fromEntries(checks) };
}
