import { fileURLToPath } from 'node:url';

/** The folder of the toy plugin. Its Stop hook continues a session as often as TOY_BLOCKS says. */
export const toyPlugin = fileURLToPath(new URL('fixtures/toy-plugin', import.meta.url));
