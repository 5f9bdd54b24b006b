import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maskSecrets } from '../../src/text/mask-secrets.ts';

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
    for (const beginning of beginnings) {
      const time = (length: number): number => {
        const text = beginning.repeat(length / beginning.length);
        const start = process.hrtime.bigint();
        maskSecrets(text);
        return Number(process.hrtime.bigint() - start) / 1e6;
      };
      time(10_000);
      // A quadratic pattern takes minutes for a megabyte.
      expect(time(1_000_000), beginning).toBeLessThan(5000);
    }
  });
});
