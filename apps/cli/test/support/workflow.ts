import type { Project } from './project.ts';

/** A spec with enough points for any workflow. */
export const CLEAR_SPEC =
  'POST /api/auth/token answers expired tokens with a ValidationError. Only src/auth.js changes, no new dependencies. All tests in npm test pass. Done when the PR is merged to main.';

/** The reviewers of a thorough review. */
export const BY = '--reviewer "security, delivery, simplicity"';

/** Calls the command with the words of a line, and gives all that it says. */
export async function hear(project: Project, line: string): Promise<string> {
  const { stdout, stderr } = await project.line(line);
  return stdout + stderr;
}
