/** What `npm init` writes: no test at all. */
export const PLACEHOLDER = /no test specified/;
/** A script that never ends, changes files, or builds for another machine. */
const NO_CHECK =
  /\bcargo .*--target\b|\bGOOS=\w|(?:^|\s)(?:--watch(?:All)?(?!=false)\b|-w\b|watch\b|nodemon\b|--fix\b|--write\b)/;

/** A call whose words may be names of tasks. */
const CALLS_TASKS =
  /(?:^|[\s({])(?:npm|pnpm|yarn|bun|node|deno|composer|make|\$[({]MAKE[)}]|just|turbo|wireit|concurrently|run-[sp]|npm-run-all2?)\s|^\s*@/;

/** True for the whole text of a script that ends by itself and runs nothing harmful. */
export function isUsable(text: string): boolean {
  return text.trim() !== '' && !PLACEHOLDER.test(text) && !NO_CHECK.test(text) && !isHarmful(text);
}

/** All that a task runs, as one text: its own body and, by name, the tasks that it calls or that run around it. */
export function wholeText(name: string, textOf: (name: string) => string | undefined): string {
  const bodies = new Map<string, string>();
  const open = [name];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const body = textOf(one) ?? '';
    if (bodies.has(one) || body === '') continue;
    bodies.set(one, body);
    const calls = body.split(/[;&|\n"'`]+/).filter((call) => CALLS_TASKS.test(call));
    open.push(`pre${one}`, `post${one}`, ...calls.flatMap((call) => call.match(/[^\s(){}@]+/g) ?? []));
  }
  return [...bodies.values()].join('\n');
}

/** Programs that delete, send files away, publish, or talk to another machine. None of them proves anything. */
const PROGRAMS = `
  rm rmdir unlink shred rimraf del del-cli rd trash trash-cli dd mkfs scp rsync sftp ftp ssh nc ncat socat
  telnet curl wget rclone kubectl helm oc kustomize argocd terraform tofu terragrunt pulumi cdk ansible
  ansible-playbook docker podman buildah skopeo aws gcloud gsutil az s3cmd vercel netlify wrangler
  firebase heroku fly flyctl surge sls eb gh gh-pages twine semantic-release release-it goreleaser np vsce
  sudo su coveralls codecov
`;

/** Subcommands, in any position: `npm publish`, `lerna run deploy`, `mvn release:perform`. */
const ACTS = 'publish|deploy|release|upload|push|destroy|uninstall|drop|purge';

const HARMFUL: readonly RegExp[] = [
  new RegExp(
    String.raw`(?:^|[\s;&|(){}"'\`/@])(?:${PROGRAMS.trim().split(/\s+/).join('|')})(?:\.exe|\.cmd)?(?=$|[\s;&|(){}"'\`@])`,
    'i',
  ),
  new RegExp(String.raw`(?:^|[\s:"'@])(?:${ACTS})(?=$|[\s:;&|"')-])`),
  /\bgit\s.*\b(?:clean|reset|checkout|restore|stash|rm|branch|tag|config|remote)\b/,
  /\bRemove-Item\b|\$[({]RM[)}]|\s-delete\b|\b(?:rm|rmdir|unlink)Sync\b|\brmtree\b|\bfs\w*\.rm\b/,
];

/** True for a shell text that deletes, copies away, publishes, pushes, or talks to a cluster. */
export function isHarmful(text: string): boolean {
  return HARMFUL.some((pattern) => pattern.test(text));
}
