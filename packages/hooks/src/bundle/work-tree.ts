import { compileNothing } from '@loopwright/checks';

export { touchedSince, treeIdentities } from '@loopwright/checks';
export { checkFolder, placeOfWork } from '@loopwright/store';

// The hook ends soon after it loads this part.
compileNothing();
