export { touchedSince, treeIdentities } from '@loopwright/checks';
