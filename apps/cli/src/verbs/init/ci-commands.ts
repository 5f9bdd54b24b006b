import { type Fields, fieldsOf } from '@loopwright/checks';
import { parse as parseYaml } from 'yaml';
import { type CheckCall, checkCallOf } from '../../checks/check-call.ts';
import { isUsableScript } from '../../checks/usable-script.ts';
import type { Row } from './detect.ts';
import { manifestOf, type ProjectFiles } from './project-files.ts';

/** Words in the name of a workflow, a job or a step that ships something. */
const SHIPS = /release|deploy|publish|upload|deliver|\bpages\b|\bdocs?\b|^cd\b/i;

/** Events of a release or a deployment. A push of tags is one, too. */
const SHIPPING_EVENTS = ['release', 'deployment', 'deployment_status', 'registry_package', 'page_build'];

/** A line that changes the meaning of the other lines in its block. */
const CONTROL = /^(?:cd|pushd|if|for|while|until|case|function)\b|^[({]|\\$|<</;

/** Proposes known programs that CI runs. They include checks that no manifest names. */
export function ciRows(project: ProjectFiles): readonly Row[] {
  const workflows = [...project.texts].filter(([path]) => /\.ya?ml$/.test(path));
  return workflows.flatMap(([from, text]) =>
    commandsOf(from, text).flatMap((command): Row[] => {
      const call = checkCallOf(command);
      if (!call || !isThere(project, call)) return [];
      return [{ name: call.purpose, command, timeout: '10m', from }];
    }),
  );
}

/** The single commands of a workflow of GitHub or GitLab; none of a workflow, a job or a step that ships something. */
function commandsOf(path: string, text: string): readonly string[] {
  const workflow = parsed(text);
  if (SHIPS.test(path.slice(path.lastIndexOf('/') + 1)) || ships(workflow)) return [];
  const isGithub = workflow['jobs'] !== undefined;
  return Object.entries(fieldsOf(isGithub ? workflow['jobs'] : workflow)).flatMap(([id, value]) => {
    const job = fieldsOf(value);
    if (SHIPS.test(id) || ships(job)) return [];
    const steps = listOf(job['steps']).map(fieldsOf);
    const blocks = isGithub ? steps.map((step) => (ships(step) ? '' : step['run'])) : listOf(job['script']);
    return blocks.flatMap(linesOf);
  });
}

/** Parses a workflow; an empty object for anything else. */
function parsed(text: string): Fields {
  try {
    return fieldsOf(parseYaml(text, { logLevel: 'silent' }));
  } catch {
    return {};
  }
}

/** True for a workflow, a job or a step that ships something, runs for tags alone, or works in another folder. */
function ships(part: Fields): boolean {
  const { name, on, if: condition, only, rules, stage, environment, defaults } = part;
  const run = fieldsOf(fieldsOf(defaults)['run']);
  return (
    SHIPS.test(`${String(name)} ${String(stage)}`) ||
    /tag|release/i.test(JSON.stringify([condition, only, rules])) ||
    environment !== undefined ||
    [part['working-directory'], run['working-directory']].some((folder) => folder !== undefined) ||
    eventsOf(on).some((event) => SHIPPING_EVENTS.includes(event)) ||
    fieldsOf(fieldsOf(on)['push'])['tags'] !== undefined
  );
}

function eventsOf(on: unknown): readonly string[] {
  return typeof on === 'string' ? [on] : Array.isArray(on) ? on.map(String) : Object.keys(fieldsOf(on));
}

/** The commands of a block. A block with control structures has none. */
function linesOf(block: unknown): readonly string[] {
  if (typeof block !== 'string') return [];
  const lines = block.split('\n').map((line) => line.trim());
  return lines.some((line) => CONTROL.test(line)) ? [] : lines.filter((line) => line.length < 500);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** True for a program, and for a script that the project has and that is usable. */
function isThere(project: ProjectFiles, { script, manifest }: CheckCall): boolean {
  return script === undefined || isUsableScript(script, fieldsOf(manifestOf(project, manifest)?.['scripts']));
}
