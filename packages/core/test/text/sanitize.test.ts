import { escapeJson, maskSecrets, sanitize, sanitizeLine } from '../../src/text/sanitize.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

/** Everything that must never be printed, by first and last code point. */
const FORBIDDEN: readonly (readonly [string, number, number])[] = [
  ['C0 up to backspace', 0x00, 0x08],
  ['C0 after line feed', 0x0b, 0x1f],
  ['delete and C1', 0x7f, 0x9f],
  ['soft hyphen', 0xad, 0xad],
  ['combining grapheme joiner', 0x34f, 0x34f],
  ['Arabic letter mark', 0x61c, 0x61c],
  ['Hangul fillers', 0x115f, 0x1160],
  ['invisible Khmer vowels', 0x17b4, 0x17b5],
  ['Mongolian variation selectors', 0x180b, 0x180f],
  ['zero width and directional marks', 0x200b, 0x200f],
  ['separators and bidi embeddings', 0x2028, 0x202e],
  ['word joiner and isolates', 0x2060, 0x206f],
  ['Hangul filler', 0x3164, 0x3164],
  ['lone surrogates', 0xd800, 0xdfff],
  ['variation selectors', 0xfe00, 0xfe0f],
  ['byte order mark', 0xfeff, 0xfeff],
  ['half-width Hangul filler', 0xffa0, 0xffa0],
  ['annotations', 0xfff9, 0xfffb],
  ['musical controls', 0x1d173, 0x1d17a],
  ['tags', 0xe0000, 0xe007f],
  ['variation selectors supplement', 0xe0100, 0xe01ef],
];

function charOf(code: number): string {
  return String.fromCodePoint(code);
}

describe('unprintable characters', () => {
  test.each(FORBIDDEN)('%s', (_what, first, last) => {
    for (let code = first; code <= last; code += 1) {
      expect(sanitize(`a${charOf(code)}b`)).toBe('ab');
      expect(sanitizeLine(`a${charOf(code)}b`)).toMatch(/^a ?b$/);
    }
  });

  test.each([
    0x20, 0x7e, 0xa0, 0xac, 0xae, 0x350, 0x61b, 0x61d, 0x115e, 0x1161, 0x17b3, 0x17b6, 0x180a, 0x1810, 0x200a,
    0x2010, 0x2027, 0x202f, 0x205f, 0x2070, 0x3163, 0x3165, 0xd7ff, 0xe000, 0xfdff, 0xfe10, 0xfefe, 0xff00,
    0xff9f, 0xffa1, 0xffef, 0xfffc, 0x1d172, 0x1d17b, 0xdffff, 0xe1000, 0x1f680,
  ])('U+%s stays', (code) => {
    expect(sanitize(`a${charOf(code)}b`)).toBe(`a${charOf(code)}b`);
  });

  test('line feeds and tabs stay, carriage returns before line feeds go', () => {
    expect(sanitize('a\r\n\tb\n')).toBe('a\n\tb\n');
  });

  test('pairs of surrogates stay whole', () => {
    expect(sanitize('🚀\ud83d🚀')).toBe('🚀🚀');
  });
});

describe('JSON that is printed', () => {
  test('means the same and holds nothing unprintable', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const json = escapeJson(JSON.stringify({ text }, null, 2));
        expect(JSON.parse(json)).toEqual({ text });
        expect(json).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\ufeff]/);
      }),
      { examples: [['a\u202eb\u009b31m'], ['\u{e0041}tag']] },
    );
  });
});

describe('how much is printed', () => {
  test('no more than the length, with an ellipsis for the rest', () => {
    expect(sanitize('abcdef', { maxLength: 6 })).toBe('abcdef');
    expect(sanitize('abcdefg', { maxLength: 6 })).toBe('abcde…');
    expect(sanitize('ab🚀🚀', { maxLength: 4 })).toBe('ab…');
    expect(sanitize('abc🚀', { maxLength: 4 })).toBe('abc…');
    expect(sanitize('x'.repeat(10_001))).toHaveLength(10_000);
    expect(sanitize('x'.repeat(10_000))).toBe('x'.repeat(10_000));
  });

  test('no more than the lines', () => {
    expect(sanitize('a\nb\nc', { maxLines: 2 })).toBe('a\nb…');
    expect(sanitize('a\nb', { maxLines: 2 })).toBe('a\nb');
    expect(sanitize('a\nb', { maxLines: Infinity, maxLength: Infinity })).toBe('a\nb');
    expect(sanitize('\n'.repeat(300))).toBe(`${'\n'.repeat(199)}…`);
    expect(sanitize('abc\nd', { maxLines: 1, maxLength: 3 })).toBe('ab…');
  });

  test('of a text that is nearly all invisible not more is read than it could need', () => {
    expect(sanitize(`${'\u200b'.repeat(1000)}a`, { maxLength: 10 })).toBe('');
    expect(sanitize(`${'\u200b'.repeat(80)}a`, { maxLength: 10 })).toBe('a');
    expect(sanitize(`${'\u200b'.repeat(81)}a`, { maxLength: 10 })).toBe('');
    expect(sanitizeLine(`${'\u200b'.repeat(39)}a`, 10)).toBe('a');
    expect(sanitizeLine(`${'\u200b'.repeat(40)}a`, 10)).toBe('');
  });

  test('any text becomes one that is clean, stays so, and fits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 50 }), (text, maxLength) => {
        const clean = sanitize(text, { maxLength });
        expect(clean.length).toBeLessThanOrEqual(maxLength);
        expect(sanitize(clean, { maxLength })).toBe(clean);
        expect(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\ufeff]/.test(clean)).toBe(
          false,
        );
        expect(sanitizeLine(text, maxLength)).not.toMatch(/[\n\t]/);
      }),
      { numRuns: 200 },
    );
  });
});

describe('on one line', () => {
  test('breaks and tabs become spaces, and the ends are trimmed', () => {
    expect(sanitizeLine(' a\nb\tc\r\nd\u2028e\u2029f ')).toBe('a b c  d e f');
  });

  test('it is 200 characters long unless said otherwise', () => {
    expect(sanitizeLine('x'.repeat(201))).toBe(`${'x'.repeat(199)}…`);
    expect(sanitizeLine('x'.repeat(1000), 10)).toBe(`${'x'.repeat(9)}…`);
  });
});

// Joined here, so that no scanner takes these texts for secrets.
const join = (...parts: readonly string[]): string => parts.join('');
const LONG = 'Zq3xW9vT7rK1mN5bL8cD2fG4';
const SECRETS: Readonly<Record<string, string>> = {
  'a GitHub token': join('gh', 'p_', LONG),
  'a fine-grained GitHub token': join('github', '_pat_', LONG),
  'a GitLab token': join('glpat', '-', LONG),
  'a Slack token': join('xox', 'b-', LONG),
  'an Anthropic key': join('sk', '-ant-api03-', LONG),
  'a Stripe key': join('sk', '_live_', LONG),
  'an AWS key id': join('AKIA', 'ABCDEFGHIJ234567'),
  'a Google key': join('AIza', LONG, 'abcdefgh'),
  'an npm token': join('npm', '_', LONG, 'abcdefghijkl'),
  'a JSON web token': join('eyJ', LONG, '.eyJ', LONG, '.', LONG),
};

describe('maskSecrets', () => {
  test.each(Object.entries(SECRETS))('masks %s, wherever it stands', (_, secret) => {
    for (const text of [secret, `error: ${secret}.`, `"${secret}"`, `\u001b[31m${secret}\n`, `x=${secret}`]) {
      expect(maskSecrets(text)).toContain('[masked]');
      expect(maskSecrets(text)).not.toContain(secret.slice(-12));
    }
  });

  test.each([
    ['Authorization: Bearer abc', 'Authorization: [masked]'],
    ['authorization: Basic dXNlcjpwYXNz', 'authorization: [masked]'],
    ['{"Authorization":"token abc","n":1}', '{"Authorization":"[masked]","n":1}'],
    ['Set-Cookie: session=1; Path=/', 'Set-Cookie: [masked]'],
    [`got bearer ${LONG} back`, 'got bearer [masked] back'],
    ['password=hunter22', 'password=[masked]'],
    ['DB_PASSWORD="with a space"', 'DB_PASSWORD=[masked]'],
    [`{"client_secret": "${LONG}"}`, '{"client_secret": [masked]}'],
    [`AWS_SECRET_ACCESS_KEY=${LONG}/+`, 'AWS_SECRET_ACCESS_KEY=[masked]'],
    [`x-api-key: ${LONG}`, 'x-api-key: [masked]'],
    [`//registry.example.org/:_authToken=${LONG}`, '//registry.example.org/:_authToken=[masked]'],
    ['fetch https://user:hunter2@example.org/a failed', 'fetch https://user:[masked]@example.org/a failed'],
    [`?token=${LONG}&page=2`, '?token=[masked]&page=2'],
  ])('masks the value and keeps the rest of %j', (text, masked) => {
    expect(maskSecrets(text)).toBe(masked);
  });

  test('masks a private key, also when its first or last lines were cut off', () => {
    const body = `${LONG}\n${LONG}==\n`;
    const whole = `-----BEGIN RSA PRIVATE KEY-----\n${body}-----END RSA PRIVATE KEY-----\n`;
    expect(maskSecrets(`before\n${whole}after`)).toBe('before\n[masked]\nafter');
    expect(maskSecrets(whole.replaceAll('\n', String.raw`\n`))).not.toContain(LONG);
    expect(maskSecrets(whole.slice(0, 60))).toBe('[masked]');
    expect(maskSecrets(`${whole.slice(40)}after`)).toBe('[masked]\nafter');
  });

  test.each([
    'src/a.ts(3,5): error TS2322: Type string is not assignable',
    'function login(password: string, token: string | undefined): void',
    "expected 'masked' to be 'sk-1'",
    'used 1,200 tokens: 800 in, 400 out',
    'commit 3f786850e387550fdab836ed7e6dc881de23001b',
    'http://localhost:8080/path and git@example.org:a/b.git',
    '-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----',
  ])('leaves %j alone', (text) => {
    expect(maskSecrets(text)).toBe(text);
  });

  test('masks every secret of a text once, and changes nothing in a masked text', () => {
    const secrets = Object.values(SECRETS);
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...secrets, 'password', 'a', '-----', '"')), (parts) => {
        const masked = maskSecrets(parts.join(' '));
        for (const secret of secrets) expect(masked).not.toContain(secret);
        expect(maskSecrets(masked)).toBe(masked);
      }),
    );
  });

  test('takes linear time on repeated beginnings of every pattern', () => {
    const beginnings = [
      '-----BEGIN PRIVATE KEY-----',
      'eyJ-',
      '-eyJaaaaaaaa.',
      'SG.',
      'token=',
      'token:"',
      '://a:',
      'bearer ',
      'cookie:',
      'sk-',
      'password',
      'a',
    ];
    // A quadratic pattern takes minutes for a megabyte, longer than a test may last.
    for (const beginning of beginnings) {
      const text = beginning.repeat(1_000_000 / beginning.length);
      expect(typeof maskSecrets(text)).toBe('string');
    }
  });
});
