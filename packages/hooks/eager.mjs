// Makes the built bundle start faster: the functions that a plain stop calls are put into parentheses, which V8
// takes as a wish to compile them with the file. Otherwise it reads each of them twice, first to skip it and then to
// compile it, and the compile cache of Node, which is made when a file is loaded, would hold none of them.
// Which functions these are is found by running the bundle with V8's own coverage.
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startRun } from '@loopwright/store';
import ts from 'typescript';

const bundle = join(import.meta.dirname, 'dist/bundle');
// In a fence, so that the parser has to say that it is shown and not said.
const SHOWN =
  '\n> a *quote* of `code`:\n\n1. [one](/link)\n2. two\n\n```\n<loop-done>COMPLETE</loop-done>\n```\n<loop-done>COMPLETE</loop-done> or so\n';
const STATUS = '\n---LOOP_STATUS---\nEXIT_SIGNAL: false\nSTUCK_COUNT: 0\nNEXT: go on\n---END_STATUS---\n';
const DIRECTIVE = '"use strict";';
const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'loop-eager-')));
try {
  const called = callsOf(runStops());
  for (const name of ['hook.cjs', 'loop.cjs', 'markdown.cjs']) {
    const path = join(bundle, name);
    const ranges = called.get(path);
    if (ranges === undefined) throw new Error(`${name} was not loaded by any stop`);
    // By rename, so that nobody who runs it meanwhile loads half of it.
    writeFileSync(`${path}.tmp`, shareModules(makeEager(readFileSync(path, 'utf8'), ranges)));
    renameSync(`${path}.tmp`, path);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** Asks for each module of Node once, where the bundler does it for each file that imports it. */
function shareModules(source) {
  return ['fs', 'path'].reduce((text, name) => {
    const [call, shared] = [`require("${name}")`, `$node_${name}`];
    if (text.includes(shared) || !text.includes(call)) return text;
    return text.replaceAll(call, shared).replace(DIRECTIVE, () => `${DIRECTIVE}var ${shared}=${call};`);
  }, source);
}

/** Runs some stops of a plain loop, and gives the folder with what V8 says about them. */
function runStops() {
  const [root, coverage, transcript] = ['project', 'coverage', 'transcript.jsonl'].map((name) =>
    join(scratch, name),
  );
  const sessionId = 'a-session';
  mkdirSync(root);
  const usage = { input_tokens: 1, output_tokens: 1 };
  const line = (id) =>
    `${JSON.stringify({ type: 'assistant', uuid: id, message: { id, role: 'assistant', model: 'claude-sonnet-4-5', content: [], usage } })}\n`;
  writeFileSync(transcript, line('one'));
  const start = {
    type: 'start',
    at: Date.now(),
    runId: 'run',
    session: sessionId,
    frameId: 'frame',
    spec: 'a spec',
    shape: 'tool',
  };
  startRun(
    { root, sessionId },
    { ...start, criteria: [{ name: 'one' }, { name: 'two' }], steps: ['one', 'two'] },
  ).opened.close();
  for (const message of ['Working.', `Working.\n${STATUS}`, `Nearly.\n${SHOWN}`]) {
    const input = JSON.stringify({
      session_id: sessionId,
      cwd: root,
      transcript_path: transcript,
      last_assistant_message: message,
      stop_hook_active: false,
    });
    const env = { ...process.env, CLAUDE_PROJECT_DIR: root, NODE_V8_COVERAGE: coverage };
    delete env['CLAUDE_PLUGIN_DATA'];
    const answer = execFileSync(process.execPath, [join(bundle, 'hook.cjs'), 'Stop'], {
      input,
      env,
      encoding: 'utf8',
    });
    if (!answer.includes('[ITERATION')) throw new Error(`A plain stop was not blocked: ${answer}`);
    writeFileSync(transcript, line('two'), { flag: 'a' });
  }
  return coverage;
}

/** The ranges of the functions that were called, by file. */
function callsOf(folder) {
  const called = new Map();
  for (const name of readdirSync(folder)) {
    for (const { url, functions } of JSON.parse(readFileSync(join(folder, name), 'utf8')).result) {
      if (!url.startsWith('file:')) continue;
      const path = fileURLToPath(url);
      const ranges = called.get(path) ?? new Set();
      for (const {
        ranges: [{ count, startOffset, endOffset }],
      } of functions) {
        if (count > 0) ranges.add(`${startOffset}-${endOffset}`);
      }
      called.set(path, ranges);
    }
  }
  return called;
}

/**
 * Puts the functions of these ranges into parentheses. A declaration becomes a variable at the head of the file, so
 * that it is there as early as before; declarations within functions and methods stay as they are.
 */
function makeEager(source, ranges) {
  const file = ts.createSourceFile('bundle.cjs', source, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const inserts = new Map();
  const insert = (at, text) => inserts.set(at, `${inserts.get(at) ?? ''}${text}`);
  const moved = [];
  visit(file);
  const [directive] = file.statements;
  if (directive?.getText() !== DIRECTIVE)
    throw new Error('The bundle begins with something else than its mode.');
  const rest = [];
  let at = directive.end;
  for (const { from, to } of moved) {
    rest.push(render(at, from));
    at = to;
  }
  const hoisted = moved
    .map(({ name, keyword, inside, to }) => `${name}=(${keyword}${render(inside, to)})`)
    .join(',');
  const head = hoisted === '' ? '' : `var ${hoisted};`;
  return `${DIRECTIVE}${head}${rest.join('')}${render(at, source.length)}`;

  function visit(node) {
    node.forEachChild((child) => {
      const from = child.getStart();
      if (ranges.has(`${from}-${child.end}`)) {
        if (ts.isFunctionDeclaration(child) && child.parent === file) {
          const keyword = source.slice(from, child.name.getStart()).trim();
          moved.push({ name: child.name.text, keyword, from, inside: child.name.end, to: child.end });
        } else if (
          (ts.isFunctionExpression(child) || ts.isArrowFunction(child)) &&
          !ts.isParenthesizedExpression(child.parent)
        ) {
          insert(from, '(');
          insert(child.end, ')');
        }
      }
      visit(child);
    });
  }

  function render(from, to) {
    let text = '';
    let done = from;
    for (const place of [...inserts.keys()].filter((key) => key > from && key <= to).sort((a, b) => a - b)) {
      text += source.slice(done, place) + inserts.get(place);
      done = place;
    }
    return text + source.slice(done, to);
  }
}
