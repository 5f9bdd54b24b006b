/** Formats JSON for people and the seeds' tools: two spaces, a newline at the end. */
export function formatJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
