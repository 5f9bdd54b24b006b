type Data = Record<string, unknown>;
/** A plug-in as unified calls it; its result is ignored. */
type Plugin = (this: Processor) => void;

/** The part of unified's processor that parsing needs. */
interface Processor {
  parser?: (text: string) => unknown;
  data(): Data;
  data(key: string): unknown;
  use(plugin: Plugin): Processor;
  freeze(): Processor;
  parse(text: string): unknown;
}

/**
 * Creates a processor that can parse, and no more: no files, no compilers, no pipelines. Those of unified are a
 * seventh of a parser. Plug-ins run when the processor is frozen, in their order, as they do there.
 */
export function unified(): Processor {
  const data: Data = {};
  const plugins: Plugin[] = [];
  const processor: Processor = {
    data: (key?: string) => (key === undefined ? data : data[key]) as Data,
    use(plugin) {
      plugins.push(plugin);
      return processor;
    },
    freeze() {
      for (const plugin of plugins.splice(0)) plugin.call(processor);
      return processor;
    },
    parse: (text) => processor.parser?.(text),
  };
  return processor;
}
