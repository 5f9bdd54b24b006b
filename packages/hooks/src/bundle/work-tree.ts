export { treeIdentities } from '@loopwright/checks';
