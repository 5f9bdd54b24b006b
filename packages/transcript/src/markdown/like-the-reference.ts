import { blockQuote, codeIndented, htmlFlow, list } from 'micromark-core-commonmark';
import type { Construct, Extension } from 'micromark-util-types';

const TAB = -2;
const TAB_FILL = -1;
const SPACE = 32;
const LESS_THAN = 60;

/**
 * A lone tag (HTML block of kind 7) can't interrupt a paragraph, nor one in a list or a quote that the line continues
 * lazily. micromark allows the latter.
 */
const htmlBlock: Construct = {
  ...htmlFlow,
  name: 'htmlBlockLikeTheReference',
  tokenize(effects, ok, nok) {
    if (this.interrupt !== true) return htmlFlow.tokenize.call(this, effects, ok, nok);
    // Asked only whether it may interrupt; a lazy line would get a yes, so for this question no line is lazy.
    const context = Object.create(this, { parser: { value: { ...this.parser, lazy: {} } } }) as typeof this;
    return htmlFlow.tokenize.call(context, effects, ok, nok);
  },
};

/**
 * A list that begins with another number than 1, or with an empty item, can't cut into a paragraph, but it can
 * follow indented code without a blank line. micromark takes the code for something that could be interrupted.
 */
const indentedCode: Construct = {
  ...codeIndented,
  name: 'indentedCodeLikeTheReference',
  tokenize(effects, ok, nok) {
    this._gfmTableDynamicInterruptHack = true;
    const leave =
      (next: typeof ok): typeof ok =>
      (code) => {
        this._gfmTableDynamicInterruptHack = false;
        return next(code);
      };
    return codeIndented.tokenize.call(this, effects, leave(ok), leave(nok));
  },
};

/**
 * Once a line has opened a quote or an item, nothing is left that a list within it could cut into. micromark
 * goes on asking the question for the rest of the line.
 */
function asFirstContainer(container: Construct): Construct {
  return {
    ...container,
    tokenize(effects, ok, nok) {
      const enter: typeof ok = (code) => {
        this.interrupt = false;
        return ok(code);
      };
      return container.tokenize.call(this, effects, enter, nok);
    },
  };
}

const LIST_MARKERS = [...'*+-0123456789'].map((marker) => marker.charCodeAt(0));
const GREATER_THAN = 62;

/** Extension of micromark for the places where it reads blocks otherwise than CommonMark's reference does. */
export const likeTheReference: Extension = {
  // Indented code must not be disabled by name: list items ask for that name. What ours refuses, it refuses too.
  disable: { null: ['htmlFlow'] },
  document: {
    ...Object.fromEntries(LIST_MARKERS.map((marker) => [marker, asFirstContainer(list)])),
    [GREATER_THAN]: asFirstContainer(blockQuote),
  },
  flow: { [LESS_THAN]: htmlBlock },
  flowInitial: { [TAB]: indentedCode, [TAB_FILL]: indentedCode, [SPACE]: indentedCode },
};
