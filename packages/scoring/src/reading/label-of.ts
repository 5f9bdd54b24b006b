/** Longer labels are the start of a sentence. */
const mostLabelWords = 5;

const label = /^\s{0,3}(?:\*\*|__)?([^:=：`"\n.!?]{2,40}?)(?:\*\*|__)?\s?[:=：]/u;

/** The label that a text opens with ("Constraints"), if it opens with one. */
export function labelOf(text: string): string | undefined {
  const found = label.exec(text)?.[0].slice(0, -1);
  return found !== undefined && found.trim().split(/\s+/u).length <= mostLabelWords ? found : undefined;
}
