import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MAX_EVIDENCE_BYTES, readEvidence, writeEvidence } from '../src/evidence.ts';
import { projectWithLoop } from './support/loop.ts';
import { tempFolder } from './support/temp-folder.ts';

function project(): string {
  const { root } = projectWithLoop();
  return root;
}

describe('the output of a check', () => {
  it('is readable only by its user', () => {
    const root = project();
    const path = writeEvidence(root, 'e1', 'all green\n');
    expect(readEvidence(root, 'e1')).toBe('all green\n');
    expect(lstatSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(root, '.loop', 'evidence'))).toEqual(['e1.log']);
  });

  it('is cut to its end', () => {
    const root = project();
    writeEvidence(root, 'e1', Buffer.concat([Buffer.alloc(MAX_EVIDENCE_BYTES, 'a'), Buffer.from('the end')]));
    const kept = String(readEvidence(root, 'e1'));
    expect(kept).toHaveLength(MAX_EVIDENCE_BYTES);
    expect(kept.endsWith('athe end')).toBe(true);
  });

  it('is masked before it is cut, so that neither a secret nor a part of one is written', () => {
    const root = project();
    const secret = 'Zq3xW9vT7rK1mN5bL8cD2fG4';
    writeEvidence(root, 'e1', Buffer.from(`env: API_KEY=${secret}\nAuthorization: Bearer ${secret}\nok\n`));
    expect(readEvidence(root, 'e1')).toBe('env: API_KEY=[masked]\nAuthorization: [masked]\nok\n');
    writeEvidence(root, 'e2', `password=${secret}\n${'x'.repeat(MAX_EVIDENCE_BYTES - 5)}`);
    expect(String(readEvidence(root, 'e2'))).not.toContain('fG4');
  });

  it('replaces a link at its name and touches no victim', () => {
    const root = project();
    writeEvidence(root, 'e1', 'x');
    const victim = join(root, 'victim');
    writeFileSync(victim, 'mine');
    rmSync(join(root, '.loop', 'evidence', 'e1.log'));
    symlinkSync(victim, join(root, '.loop', 'evidence', 'e1.log'));
    writeEvidence(root, 'e1', 'y');
    expect(readFileSync(victim, 'utf8')).toBe('mine');
    expect(readEvidence(root, 'e1')).toBe('y');
  });

  it.each(['', '../x', 'a/b', '.hidden', 'a\0b', 'x'.repeat(200)])('is not kept under the name %j', (id) => {
    expect(() => writeEvidence(project(), id, '')).toThrowError(
      expect.objectContaining({ code: 'bad-argument' }),
    );
  });

  it('is not written where there is no loop, or where the folder is a link', () => {
    const root = tempFolder();
    expect(() => writeEvidence(root, 'e1', '')).toThrowError(
      expect.objectContaining({ code: 'unsafe-path' }),
    );
    const other = project();
    mkdirSync(join(other, 'elsewhere'));
    symlinkSync('../elsewhere', join(other, '.loop', 'evidence'));
    expect(() => writeEvidence(other, 'e1', '')).toThrowError(
      expect.objectContaining({ code: 'unsafe-path' }),
    );
  });

  it('is absent before it is written', () => {
    expect(readEvidence(project(), 'none')).toBeUndefined();
    expect(readEvidence(project(), '../none')).toBeUndefined();
  });
});
