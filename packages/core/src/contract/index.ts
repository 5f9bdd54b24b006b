export {
  breachOf,
  type Contract,
  isTypedCheck,
  type SessionWords,
  sessionWordsSchema,
  type TypedCheck,
  type TypedCommand,
} from './contract.ts';
export { type ParsedWords, parseTyped } from './parse-typed.ts';
export { type Answers, readAnswers } from './read-answers.ts';
export { answeredSince, withAnswers } from './with-answers.ts';
