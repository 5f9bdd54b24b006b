export function straceProblem(): string | undefined;
