import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { placeholderKey } from '../client/client-environment.ts';
import { clientVersion } from '../client/client-path.ts';

/**
 * Answers the first questions of an interactive client in a new home: theme, key, trust in the folder.
 * Existing settings stay.
 */
export async function trustProject(home: string, projectPath: string): Promise<void> {
  const path = join(home, '.claude.json');
  const state = await readState(path);
  const projects = asRecord(state['projects']);
  const answered = {
    ...state,
    hasCompletedOnboarding: true,
    lastOnboardingVersion: clientVersion(),
    theme: 'dark',
    bypassPermissionsModeAccepted: true,
    customApiKeyResponses: { approved: [placeholderKey.slice(-20)], rejected: [] },
    projects: {
      ...projects,
      [projectPath]: {
        ...asRecord(projects[projectPath]),
        hasTrustDialogAccepted: true,
        hasCompletedProjectOnboarding: true,
      },
    },
  };
  await writeFile(path, JSON.stringify(answered, null, 2));
}

async function readState(path: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return asRecord(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    // A fresh home has no such file.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
