import { readFile } from 'node:fs/promises';
import { defineConfig, type Options } from 'tsup';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

/**
 * Marks the making of schemas as free of side effects, so that whoever bundles core and never parses foreign
 * files, as a hook does, gets neither the schemas nor zod: together they cost a hook more than all the rest.
 */
const pureSchemas: Plugin = {
  name: 'pure-schemas',
  setup(build) {
    build.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      if (!source.includes("from 'zod/mini'")) return undefined;
      return { contents: source.replaceAll(/\bz\.(?=\w+[(<])/g, '/* @__PURE__ */ z.'), loader: 'ts' };
    });
  },
};

export default defineConfig({
  entry: ['src/index.ts'],
  format: 'esm',
  target: 'es2023',
  dts: true,
  clean: true,
  esbuildPlugins: [pureSchemas],
});
