const MASK = '[masked]';

/**
 * A token is tried only at the start of its run of word characters and hyphens, so that each run is read once. The
 * run may also follow a colour code or an escaped line break.
 */
const TOKENS =
  /(?:(?<![\w-])|(?<=\[[\d;]{0,15}m|\\[nrt]))(?:gh[pousr]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|xox[a-z]-[\w-]{10,}|sk-[\w-]{20,}|[rs]k_(?:live|test)_\w{10,}|(?:AKIA|ASIA)[0-9A-Z]{16}|AIza[\w-]{30,}|(?:npm|hf)_[A-Za-z0-9]{30,}|pypi-[\w-]{20,}|SG\.[\w-]{16,}\.[\w-]{16,}|eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]*)/g;

/** A key block up to its end line. If that is cut off, up to the end of the possible body. */
const KEY_BLOCK =
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY[A-Z ]{0,10}-----(?:\\[nr]|-(?!----)|[\w+/=\s:,.])*(?:-----END[A-Z ]{0,50}-----)?/g;
/** A key block whose first lines were cut off. */
const KEY_BLOCK_END = /^[\w+/=\s]*(?:-----END [A-Z ]{0,30}PRIVATE KEY[A-Z ]{0,10}-----)/;

const HEADER =
  /\b((?:proxy-)?authorization|(?:set-)?cookie)(["']?\s{0,3}[:=]\s{0,3}["']?)(?:(?:bearer|basic|digest|token)\s{1,3})?[^\s"'\\][^\n"'\\]*/gi;
const BEARER = /\b(bearer\s{1,3})[\w.~+/=-]{16,}/gi;

/** The name of a secret, the separator, and its value. A value that names a type or a keyword is code. */
const ASSIGNMENT =
  /(passw(?:or)?d|passphrase|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|_auth)(["']?\s{0,3}[:=]\s{0,3})(?!(?:string|number|boolean|undefined|null|true|false|unknown|await|process)\b)(?:"[^"\n]{4,}"|'[^'\n]{4,}'|[^\s"'`,;&(){}[\]<>]{6,})/gi;

/** The password in an address such as `https://user:password@host`. */
const ADDRESS = /(:\/\/[^\s/:@]{0,100}:)[^\s/@]{1,200}@/g;

/**
 * Replaces what looks like a secret by `[masked]`: tokens of known services, private keys, credentials in headers and
 * addresses, and values of names such as `password` or `api_key`. Takes time linear in the text. It finds usual forms
 * only, so a masked text may still hold a secret.
 *
 * @example
 * maskSecrets('login with password=hunter22 failed'); // 'login with password=[masked] failed'
 */
export function maskSecrets(text: string): string {
  return text
    .replace(KEY_BLOCK, MASK)
    .replace(KEY_BLOCK_END, MASK)
    .replace(TOKENS, MASK)
    .replace(HEADER, `$1$2${MASK}`)
    .replace(BEARER, `$1${MASK}`)
    .replace(ADDRESS, `$1${MASK}@`)
    .replace(ASSIGNMENT, `$1$2${MASK}`);
}
