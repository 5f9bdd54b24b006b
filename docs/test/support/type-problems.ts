import ts from 'typescript';

/** A TypeScript example at a path from which its packages resolve; the file need not exist. */
export interface Source {
  readonly path: string;
  readonly code: string;
}

const OPTIONS: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ES2023,
  strict: true,
  noEmit: true,
  types: ['node'],
  skipLibCheck: false,
};

/** Type-checks examples as a consumer's compiler does, in strict mode and with every declaration file. */
export function typeProblems(sources: readonly Source[]): readonly string[] {
  const codes = new Map(sources.map(({ path, code }) => [path, `${code}\nexport {};\n`]));
  const host = ts.createCompilerHost(OPTIONS);
  const { getSourceFile, fileExists, readFile } = host;
  host.getSourceFile = (path, ...more) => {
    const code = codes.get(path);
    return code === undefined ? getSourceFile(path, ...more) : ts.createSourceFile(path, code, more[0]);
  };
  host.fileExists = (path) => codes.has(path) || fileExists(path);
  host.readFile = (path) => codes.get(path) ?? readFile(path);
  return ts
    .getPreEmitDiagnostics(ts.createProgram([...codes.keys()], OPTIONS, host))
    .map(({ file, start = 0, messageText }) => {
      const line = file ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
      return `${file?.fileName}:${line} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    });
}
