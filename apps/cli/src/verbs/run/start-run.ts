import { DEFAULT_TTL_MS, noticeText } from '@loopwright/core';
import { type ClientPlan, recordedAgent } from '@loopwright/driver';
import { HOSTS } from '@loopwright/hosts';
import { type OpenRun, startRun } from '@loopwright/store';
import { NOT_ENGLISH } from '../../answers/score-report.ts';
import { unclearRun } from '../../answers/unclear-answer.ts';
import { isTrusted, requireAgreement } from '../../config/agreement.ts';
import { namedChecks, namedIn } from '../../config/named-check.ts';
import { readConfigs } from '../../config/read-configs.ts';
import { withConfigs } from '../../config/settings.ts';
import { readSpec } from '../../plan/read-spec.ts';
import { offeredLines, offeredList } from '../../plan/offered-checks.ts';
import { planAlone, tooLarge } from '../../plan/start-plan.ts';
import type { Answer, Context, Request } from '../../program/context.ts';
import { findNewRoot } from '../../session/place.ts';
import { readStartFacts } from '../../session/start-facts.ts';
import { readProject } from '../init/project-files.ts';
import { taskTextOf } from '../init/project-tasks.ts';
import { costNotice, measuredOf } from './agent.ts';
import { type Delivery, writeDelivery } from './delivery/delivery.ts';
import { openDelivery, treeName } from './delivery/open-delivery.ts';
import { findOffer, type OfferedCheck, offerNext, unprovedText } from './offer-check.ts';
import { rejectionError } from './outcome.ts';

/** An open run for a driver. */
export interface Begun {
  readonly opened: OpenRun;
  readonly notices: readonly string[];
  readonly delivery?: Delivery | undefined;
}

/** Starts a new run for a driver, or answers that its spec is unclear. Its first client gets the session of the run. */
export async function startForDriver(
  context: Context,
  request: Request<'run'>,
  iterationTimeoutMs: number,
  { host = HOSTS[0], model }: Pick<ClientPlan, 'host' | 'model'>,
): Promise<Begun | Answer> {
  const { env } = context;
  const { words } = request;
  const sessionId = context.newId();
  const home = findNewRoot(context);
  const configs = readConfigs(env, home);
  const wanted = withConfigs(request.flags, configs, env);
  const measured = measuredOf(context, home, host, model);
  const flags = { ...wanted, ...(measured !== 'dollars' && { budget: null }) };
  const unknownCost = costNotice(host, measured, wanted);
  const named = namedIn(flags.check, configs);
  const isTrusting = isTrusted(flags['trust-config'], named);
  if (!isTrusting) requireAgreement(env, home, named);
  const spec = readSpec(context, { words, specFile: flags['spec-file'] }) ?? '';
  const planned = {
    spec,
    sessionId,
    // A run is not to be taken for stale while a client of it may still work.
    user: { ttl: Math.max(DEFAULT_TTL_MS, 2 * iterationTimeoutMs), ...flags },
    mode: flags.mode,
    names: namedChecks(env, home, configs, { isTrusted: isTrusting }),
    taskText: taskTextOf(readProject(home)),
    takesOffered: flags['offered-checks'],
  };
  const { command, score, isClear, notices: read, offered } = planAlone(context, planned);
  const offers = offeredLines(offered, 'with --offered-checks');
  const hasCheck = command.criteria?.some(({ check }) => check) === true;
  const offer = hasCheck ? undefined : findOffer(home, configs);
  const isClearWith = ({ typed }: OfferedCheck): boolean =>
    planAlone(context, { ...planned, user: { ...planned.user, check: [typed] } }).isClear;
  if (!isClear) {
    const isClearThen = offered.length > 0 && planAlone(context, { ...planned, takesOffered: true }).isClear;
    const checked = offer && isClearWith(offer) ? offerNext(request, offer) : undefined;
    const own = { advice: `the same with --offered-checks  # ${offeredList(offered)}; or with --force` };
    return unclearRun(score, isClearThen ? own : checked);
  }
  const name = treeName(command.spec ?? '', command.runId);
  const { root, delivery, notices, undo } = await openDelivery(env, home, flags, name);
  try {
    const facts = readStartFacts(context, root, 'driver', flags);
    const started = startRun(
      { root, sessionId },
      { ...command, ...facts.fields, agent: recordedAgent(host) },
    );
    if (started.status === 'too-large') throw tooLarge(started.maxBytes);
    if (started.status === 'exists') throw rejectionError({ code: 'already-running' }, 'error');
    if (started.status === 'rejected') throw rejectionError(started.decision.rejected, 'usage');
    const { opened, decision } = started;
    facts.keep(opened.run.id);
    if (delivery) writeDelivery(root, opened.run.id, delivery);
    const unscored = `${NOT_ENGLISH} It has ${score.total} of 10 points, and the run goes on.`;
    return {
      opened,
      delivery,
      notices: [
        ...(unknownCost === undefined ? [] : [unknownCost]),
        ...(score.isEnglish ? [] : [unscored]),
        ...read,
        ...offers,
        ...decision.notices.map((one) => noticeText(one, opened.run)),
        ...notices,
        ...(hasCheck || offers.length > 0 ? [] : [unprovedText(context, request, offer)]),
      ],
    };
  } catch (error) {
    await undo?.();
    throw error;
  }
}
