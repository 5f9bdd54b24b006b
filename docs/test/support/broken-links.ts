import { PassThrough } from 'node:stream';
import { remark } from 'remark';
import remarkGfm from 'remark-gfm';
import remarkValidateLinks from 'remark-validate-links';
import { engine } from 'unified-engine';
import { VFile } from 'vfile';
import { root } from './root.ts';

/** A page that isn't on disk, to test the search itself. */
export interface Draft {
  readonly path: string;
  readonly text: string;
}

/** Every relative link and anchor of these pages that leads nowhere, as `page:line what`. */
export function brokenLinks(pages: readonly (string | Draft)[]): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    engine(
      {
        processor: remark().use(remarkGfm),
        // It wants the set of files, which the engine hands to plugins of this list only; `as`: the types of the list
        // foresee no such second parameter.
        plugins: [[remarkValidateLinks as never, { repository: false }]],
        files: pages.map((page) =>
          typeof page === 'string' ? page : new VFile({ cwd: root, path: page.path, value: page.text }),
        ),
        cwd: root,
        output: false,
        out: false,
        quiet: true,
        streamOut: new PassThrough(),
        streamError: new PassThrough().resume(),
      },
      (error, _, context) => {
        if (error) reject(error);
        else
          resolve(
            (context?.files ?? []).flatMap(({ path, messages }) =>
              messages.map(({ line, reason }) => `${path}:${line ?? ''} ${reason}`),
            ),
          );
      },
    );
  });
}
