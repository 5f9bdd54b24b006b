import { MAX_SANITIZED } from '../model/defaults.ts';

/** How much of a text is printed. */
export interface SanitizeLimits {
  /** Longest result in UTF-16 units; an ellipsis replaces the rest. */
  readonly maxLength?: number;
  readonly maxLines?: number;
}

/**
 * Characters that show nothing or steer a terminal: controls (tab and line feed stay), what Unicode calls ignorable
 * (zero width, bidi, fillers, tags, variation selectors), line separators, annotations, and surrogates that stand alone.
 */
const UNPRINTABLE =
  /[\0-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufff0-\ufffb\p{Default_Ignorable_Code_Point}\p{Surrogate}]/gu;

/**
 * Makes any text safe to print and to hand to a model: no control characters but line feed and tab, no
 * bidi controls, nothing invisible, no lone surrogates; bounded in length and lines.
 * Node's own `util.stripVTControlCharacters` leaves C1 controls, carriage returns, bells and bidi in.
 */
export function sanitize(text: string, limits: SanitizeLimits = {}): string {
  const { maxLength = MAX_SANITIZED.length, maxLines = MAX_SANITIZED.lines } = limits;
  // Reads a bounded part, even of a text that is nearly all invisible.
  const head = text.slice(0, maxLength * 8 + 1).replaceAll('\r\n', '\n');
  const lines = head.replaceAll(UNPRINTABLE, '').split('\n');
  const clean = lines.slice(0, maxLines).join('\n');
  const isWhole = lines.length <= maxLines && clean.length <= maxLength;
  return isWhole ? clean : `${cut(clean, maxLength - 1)}…`;
}

/** Like `sanitize`, on one line: line breaks and tabs become spaces. */
export function sanitizeLine(text: string, maxLength = 200): string {
  const head = text.slice(0, maxLength * 4);
  return sanitize(head.replaceAll(/[\t\n\r\u2028\u2029]/g, ' '), { maxLength }).trim();
}

/** The name of a criterion or a step on one line. A hand-written file may hold any text as a name. */
export function sanitizeName(name: string, maxLength?: number): string {
  return sanitizeLine(name, maxLength) || '(no name)';
}

/**
 * Writes JSON text without unprintable characters: each one becomes a `\\u` escape, which means the same.
 *
 * @example
 * escapeJson(JSON.stringify('a\u202eb')); // '"a\\u202eb"'
 */
export function escapeJson(json: string): string {
  const unit = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return json.replaceAll(UNPRINTABLE, (char) => char.split('').map(unit).join(''));
}

/** Cuts between code points. */
function cut(text: string, length: number): string {
  const end = Math.max(0, length);
  const isInsidePair = (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;
  return text.slice(0, isInsidePair ? end - 1 : end);
}

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
