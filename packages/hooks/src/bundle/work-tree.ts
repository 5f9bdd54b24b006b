import { compileNothing } from '@loopwright/checks';

export { touchedSince, treeIdentities } from '@loopwright/checks';

// The hook ends soon after it loads this part.
compileNothing();
