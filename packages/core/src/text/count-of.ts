/** Writes a number with its noun: `1 check`, `3 checks`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
