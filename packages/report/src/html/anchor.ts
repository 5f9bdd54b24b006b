/** A place in the page: the beginning of its ids, and how it is called where there is more than one of its kind. */
export interface Anchor {
  readonly id: string;
  /** Empty where there is only one. */
  readonly name: string;
}

/** A name that no other place of the page has. */
export function nameAt({ name }: Anchor, what: string): string {
  return name === '' ? what : `${what}, ${name}`;
}
