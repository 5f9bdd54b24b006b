export { git, hasGit } from '../../../checks/test/support/git.ts';
