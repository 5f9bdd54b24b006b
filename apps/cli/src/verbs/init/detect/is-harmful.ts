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
