import { findProgram, type Git } from '@loopwright/checks';
import { type Run, sanitizeLine } from '@loopwright/core';
import { openPullRequest, type PullRequestPlace } from '@loopwright/driver';
import { renderMarkdown } from '@loopwright/report';
import { runPath } from '@loopwright/store';
import { readReport } from '../../report/read-report.ts';

/** A pull request, or why there is none. */
export type OpenedForRun =
  | { readonly status: 'open'; readonly pullRequest: OpenPullRequest }
  | { readonly status: 'failed'; readonly problem: string };

export interface OpenPullRequest {
  readonly url: string | null;
  readonly isDraft: boolean;
  /** False without `gh`: a person opens it. */
  readonly isOpen: boolean;
}

/**
 * Opens the pull request of a run, or updates it: the spec's first line is its title, the report its body. It is a draft
 * unless the run is completed. The branch is pushed already.
 */
export async function openForRun(
  { root, run }: { readonly root: string; readonly run: Run },
  git: Git,
  place: PullRequestPlace,
): Promise<OpenedForRun> {
  const isDraft = run.status !== 'completed';
  const opened = await openPullRequest(git, findProgram(git.env, 'gh', git.cwd), {
    ...place,
    title: titleOf(run),
    body: renderMarkdown(readReport(root, [runPath(root, run.session)])),
    isDraft,
  });
  if (opened.status === 'failed')
    return { status: 'failed', problem: `The pull request could not be opened:\n${opened.output}` };
  return {
    status: 'open',
    pullRequest: { url: opened.url ?? null, isDraft, isOpen: opened.status !== 'by-hand' },
  };
}

function titleOf({ frames }: Run): string {
  const [first = ''] = (frames[0]?.spec ?? '').trim().split('\n', 1);
  return sanitizeLine(first.replace(/^#+\s*/, ''), 72) || 'Work of a loop';
}
