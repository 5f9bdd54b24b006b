const MAX_LABEL = 999;
const MARKS = /\\[^]|\[|\]:?/g;
/** More definitions than anybody writes into one message. */
const MAX_DEFINITIONS = 256;

/** A text that could be the label of a link definition, and where it ends. */
export interface DefinitionLabel {
  readonly label: string;
  readonly end: number;
}

/**
 * Every text that could be the label of a link definition: more than there are, never fewer. Undefined where there are
 * too many to be looked at.
 */
export function definitionLabels(text: string): readonly DefinitionLabel[] | undefined {
  if (!text.includes(']:')) return [];
  const labels: DefinitionLabel[] = [];
  let open = -1;
  for (const { 0: mark, index } of text.matchAll(MARKS)) {
    if (mark === '[') open = index;
    else if (mark.startsWith(']')) {
      if (open !== -1 && mark === ']:' && index - open <= MAX_LABEL + 1)
        labels.push({ label: text.slice(open + 1, index), end: index });
      if (labels.length > MAX_DEFINITIONS) return undefined;
      open = -1;
    }
  }
  return labels.filter(({ label }) => isLinkLabel(label));
}

/** A label without text defines nothing, and one that starts with a caret belongs to a footnote. */
function isLinkLabel(label: string): boolean {
  return label.trim() !== '' && !label.startsWith('^');
}
