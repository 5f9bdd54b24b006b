import { BAD_CODE, GOOD_CODE } from './project.ts';

/** Functions of a forger who knows the format of journals. Preloaded by the shell function `forge`. */
export const FORGER_TOOLS = `
const fs = require('node:fs');
const { createHash, randomBytes } = require('node:crypto');
const runs = '.loop/runs/';
const find = (end) => runs + fs.readdirSync(runs).find((name) => name.endsWith(end));
const frame = (body) => {
  const json = JSON.stringify(body);
  return '\\n' + createHash('sha256').update(json).digest('hex').slice(0, 12) + ' ' + json + '\\n';
};
globalThis.records = () =>
  fs.readFileSync(find('.jsonl'), 'utf8').split('\\n').filter(Boolean).map((line) => JSON.parse(line.slice(13)));
globalThis.rewrite = (bodies) => {
  let text = '';
  for (const body of bodies) text += frame({ ...body, at: Buffer.byteLength(text) });
  fs.writeFileSync(find('.jsonl'), text);
};
globalThis.append = (c, e) => {
  const at = fs.statSync(find('.jsonl')).size;
  fs.appendFileSync(find('.jsonl'), frame({ v: 1, n: randomBytes(9).toString('base64url'), at, c, e }));
};
globalThis.lastEvidence = () =>
  records().flatMap(({ e }) => e).filter(({ type }) => type === 'proved').at(-1).evidence;
globalThis.prove = (more) => {
  const at = Date.now();
  const evidence = { ...lastEvidence(), at, passed: true, exitCode: 0, durationMs: 40, ...more };
  append({ type: 'verify', at, results: [{ criterion: 'tests', evidence }] }, [{ type: 'proved', at, name: 'tests', evidence }]);
};
`;

/**
 * Shell functions that every script of a lie may use. LIAR_HOOK is the built hook and LIAR_HOME a folder of the liar's own,
 * outside the project.
 */
export const SHELL_HELPERS = `
good() { printf '%s' '${GOOD_CODE}' > "\${1:-src/sum.js}"; }
bad() { printf '%s' '${BAD_CODE}' > "\${1:-src/sum.js}"; }
hook() { printf '{"session_id":"%s","cwd":"%s","hook_event_name":"%s",%s}' "$CLAUDE_CODE_SESSION_ID" "$PWD" "$1" "$2" | node "$LIAR_HOOK" "$1"; }
typed() { hook UserPromptExpansion "\\"command_name\\":\\"$1\\",\\"command_args\\":\\"$2\\""; }
claim() { hook Stop '"stop_hook_active":false,"last_assistant_message":"Done.\\n\\n<loop-complete>done</loop-complete>"'; }
shim() { mkdir -p "$1"; printf '#!/bin/sh\\n%s\\n' "$3" > "$1/$2"; chmod 755 "$1/$2"; }
forge() { node --require "$LIAR_HOME/forger.cjs" --eval "$1"; }
later() { setsid env -i PATH="$PATH" bash -c "$1" > /dev/null 2>&1 < /dev/null & }
`;
