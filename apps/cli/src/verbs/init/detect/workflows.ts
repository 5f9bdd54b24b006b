import { parse as parseYaml } from 'yaml';
import { purposeOf } from './known-program.ts';
import { fieldsOf, parse } from './node.ts';
import type { ProjectFiles, Proposal, ProposalName } from './project-files.ts';
import { isUsableScript } from './usable-script.ts';

/** Words in the name of a workflow, a job or a step that ships something. */
const SHIPS = /release|deploy|publish|upload|deliver|\bpages\b|\bdocs?\b|^cd\b/i;

/** Events of a release or a deployment. A push of tags is one, too. */
const SHIPPING_EVENTS = ['release', 'deployment', 'deployment_status', 'registry_package', 'page_build'];

/** A line that changes the meaning of the other lines in its block. */
const CONTROL = /^(?:cd|pushd|if|for|while|until|case|function)\b|^[({]|\\$|<</;

/** Proposes known programs that CI runs. They include checks that no manifest names. */
export function detectWorkflows({ texts }: ProjectFiles): readonly Proposal[] {
  const found = new Map<ProposalName, Proposal>();
  for (const [from, text] of texts) {
    if (!/\.ya?ml$/.test(from)) continue;
    for (const command of commandsOf(from, text)) {
      const purpose = purposeOf(command);
      if (!purpose || found.has(purpose.name)) continue;
      const file = command.startsWith('composer ') ? 'composer.json' : 'package.json';
      const scripts = fieldsOf(parse(texts.get(file))?.['scripts']);
      if (purpose.script !== undefined && !isUsableScript(purpose.script, scripts)) continue;
      found.set(purpose.name, { name: purpose.name, command, timeout: '10m', from });
    }
  }
  return [...found.values()];
}

/** The single commands of a workflow of GitHub or GitLab; none of a workflow, a job or a step that ships something. */
function commandsOf(path: string, text: string): readonly string[] {
  const workflow = parsed(text);
  if (SHIPS.test(path.slice(path.lastIndexOf('/') + 1)) || ships(workflow)) return [];
  const isGithub = workflow['jobs'] !== undefined;
  return Object.entries(fieldsOf(isGithub ? workflow['jobs'] : workflow)).flatMap(([id, value]) => {
    const job = fieldsOf(value);
    if (SHIPS.test(id) || ships(job)) return [];
    return isGithub
      ? listOf(job['steps']).flatMap((step) => linesOf(ships(fieldsOf(step)) ? '' : fieldsOf(step)['run']))
      : listOf(job['script']).flatMap(linesOf);
  });
}

/** True for a workflow, a job or a step that ships something, runs for tags alone, or works in another folder. */
function ships(part: Readonly<Record<string, unknown>>): boolean {
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

/** Parses a workflow; an empty object for anything else. */
function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    return fieldsOf(parseYaml(text, { logLevel: 'silent' }));
  } catch {
    return {};
  }
}
