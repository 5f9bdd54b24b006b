import { phrases } from './phrases.ts';

/** Words in a heading, label or lead-in that announce what a part of a spec is about; the first that matches wins. */
const announcing = {
  constraints: `
    constraint* | limit* | boundar* | restriction* | rules | must not | may not | not allowed | forbidden |
    no-go(s) | do not | don't(s) | guard-rails | hard requirements | technical requirements | non-functional |
    non-negotiable* | please respect | keep in mind | conditions | red lines | musts | caveats | invariants`,
  excluded: `
    out of scope | not in scope | non-goals | not part of this | not included | leave out | explicitly not`,
  guidelines: `
    guideline* | style | conventions | preferences | note(s) | remarks | hints | wishes | nice-to-have |
    principles | how we work | advice | tips`,
  done: `
    done | dod | finished | finish line | complete when | completion | roll-out | delivery | deliverable* |
    when to stop | stop when | exit | release | shipping | deployment | hand-over | end | closing |
    when is it over | launch`,
  success: `
    verif* | acceptance | checks | check list | checklist | how to check | how to test | how we'll check |
    test plan | testing | tests | success | criteria | gate(s) | qa | validation | has to hold | must hold |
    must succeed | proof | evidence | works if | how do we know | how we'll know | ok if | accepted when |
    measured by | pass | passes | green`,
  steps: `
    to reproduce | reproduction | repro | steps | plan | phases | suggested | approach | milestones |
    order of work | how i would | ideas | roadmap`,
  expected: `
    expected | desired`,
  requirements: `
    requirement* | behaviour | behavior | should | must | shall | specification |
    functional | details | rules of the game | acceptance rules | to be | instead | features | changes |
    target state | solution | user story | scenario*`,
  scope: `
    scope | affected | affects | files | where | applies to | location | area | component(s) | touches |
    module | target`,
  context: `
    background | context | problem | note(s) | current | currently | today | environment | actual |
    motivation | why | additional information | describe the bug | history | what happens | observed |
    situation | version(s) | log(s) | stack trace | screenshots | symptom(s) | fyi | cc | reporter |
    priority | severity | related | links | alternatives | going on | impact | status | ps | edit`,
  ask: `
    goal* | objective* | task | summary | what i want | what we want | request | tl;dr | title | proposal |
    aim | outcome | story | overview`,
};

/** What a part of a spec is about. */
export type Section = keyof typeof announcing | 'example';

/** Sections that describe the product, not the work on it. */
export const describing: ReadonlySet<Section> = new Set(['requirements', 'expected']);

/** Sections that say what is wanted. */
export const wanted: ReadonlySet<Section> = new Set(['ask', 'scope', 'example', ...describing]);

export const sectionWords = Object.entries(announcing).map(
  ([section, words]) => [section as Section, phrases(words)] as const, // the keys of the type are all that there are
);
