/** The client, or the user, ended the hook while a check ran. The stop has no answer then. */
export class ProofInterrupted extends Error {
  override readonly name = 'ProofInterrupted';
}
