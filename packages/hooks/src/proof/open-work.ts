import { readTreeOnce, touchedSince, type TreeOptions, type TreeReading } from '@loopwright/checks';
import type { Run } from '@loopwright/core';
import { checkFolder, placeOfWork, readStartList } from '@loopwright/store';
import type { Work } from '../ports.ts';

/** Opens the work of a run for reading: in the project, or in the work tree of it that Claude stands in. */
export function openWork(
  { root, run }: { readonly root: string; readonly run: Run },
  cwd: string,
  options?: TreeOptions,
): Work {
  const place = placeOfWork(root, cwd);
  let reading: TreeReading | undefined;
  const tree = (): TreeReading => (reading ??= readTreeOnce(options));
  return {
    place,
    identities: (scopes) =>
      tree().identities(
        root,
        scopes.map(({ folder, paths }) => ({ folder: checkFolder(place, folder), paths })),
      ),
    touched: (start) =>
      touchedSince({ ...start, bytes: readStartList(root, run.id) }, () => tree().list(place.folder)),
    forget: () => {
      reading?.close();
      reading = undefined;
    },
  };
}
