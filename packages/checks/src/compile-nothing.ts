/**
 * Makes V8 optimise nothing from now on. Call it before short work in a process that ends soon.
 *
 * V8 optimises hot functions on other threads. A thread that runs out of memory waits for the main thread to collect
 * garbage, and at its end Node's main thread waits for those threads: such a process never ends
 * (https://github.com/nodejs/node/issues/54918). Reading a large index is hot enough: one claim of 150 with 200,000
 * files hung.
 */
export function compileNothing(): void {
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  for (const flag of ['--no-opt', '--no-maglev']) setFlagsFromString(flag);
}
