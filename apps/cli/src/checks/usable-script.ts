/** Scripts or targets by name: a shell text each, or a list of them. */
export type Scripts = Readonly<Record<string, unknown>>;

/** What `npm init` writes: no test at all. */
const PLACEHOLDER = /no test specified/;
/** A script that never ends. */
const WATCHES = /(?:^|\s)(?:--watch(?:All)?(?!=false)\b|-w\b|watch\b|nodemon\b)/;

/** True for a script that is there, ends by itself, and runs nothing harmful, also not in the scripts that it calls. */
export function isUsableScript(name: string, scripts: Scripts): boolean {
  const text = wholeScript(name, scripts);
  return text.trim() !== '' && !PLACEHOLDER.test(text) && !WATCHES.test(text) && !isHarmful(text);
}

/** All that a script runs, as one text: its own body and, by name, the scripts that it calls or that run around it. */
function wholeScript(name: string, scripts: Scripts): string {
  const bodies = new Map<string, string>();
  const open = [name];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const body = Object.hasOwn(scripts, one) ? textOf(scripts[one]) : '';
    if (bodies.has(one) || body === '') continue;
    bodies.set(one, body);
    open.push(`pre${one}`, `post${one}`, ...body.split(/[\s"'`;&|()@]+/));
  }
  return [...bodies.values()].join('\n');
}

/** A script is a text; composer takes a list of texts, too. */
function textOf(script: unknown): string {
  const lines: readonly unknown[] = Array.isArray(script) ? script : [script];
  return lines.filter((line) => typeof line === 'string').join('\n');
}

/** Programs that delete, send files away, publish, or talk to another machine. None of them proves anything. */
const PROGRAMS = `
  rm rmdir unlink shred rimraf del del-cli rd trash trash-cli dd mkfs scp rsync sftp ftp ssh nc ncat socat
  telnet curl wget rclone kubectl helm oc kustomize argocd terraform tofu terragrunt pulumi cdk ansible
  ansible-playbook docker podman buildah skopeo aws gcloud gsutil az s3cmd vercel netlify wrangler
  firebase heroku fly flyctl surge sls eb gh gh-pages twine semantic-release release-it goreleaser np vsce
  sudo su
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
