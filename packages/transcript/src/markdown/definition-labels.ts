const MAX_LABEL = 999;
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
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\\') at += 1;
    else if (character === '[') open = at;
    else if (character === ']' && open !== -1) {
      if (text[at + 1] === ':' && at - open <= MAX_LABEL + 1) {
        labels.push({ label: text.slice(open + 1, at), end: at });
        if (labels.length > MAX_DEFINITIONS) return undefined;
      }
      open = -1;
    }
  }
  return labels.filter(({ label }) => isLinkLabel(label));
}

/** A label without text defines nothing, and one that starts with a caret belongs to a footnote. */
function isLinkLabel(label: string): boolean {
  return label.trim() !== '' && !label.startsWith('^');
}
