import fc from 'fast-check';
import * as z from 'zod/mini';

/** What every schema of core is made of, as zod keeps it. */
interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>;
  readonly innerType?: z.ZodMiniType;
  readonly getter?: () => z.ZodMiniType;
  readonly element?: z.ZodMiniType;
  readonly valueType?: z.ZodMiniType;
  readonly out?: z.ZodMiniType;
  readonly options?: readonly z.ZodMiniType[];
  readonly values?: readonly (string | number)[];
  readonly entries?: Readonly<Record<string, string>>;
  readonly checks?: readonly unknown[];
  readonly format?: string;
}

/** Texts that have broken something somewhere. */
const NASTY = [
  '',
  '__proto__',
  'constructor',
  'toString',
  'a\u001b[31mb',
  '\ud800',
  '</loop-done>',
  'a\nb',
  'x'.repeat(300),
];
const NUMBERS = [0, -0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 53), 1e308, 5e-324, 253_402_300_800_000];
const COUNTS = [0, 1, 2, 5, 2 ** 31, Number.MAX_SAFE_INTEGER];

const text = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom(...NASTY),
  fc.constantFrom('c', '1', 'frame-1'),
);
const number = fc.oneof(fc.constantFrom(...NUMBERS), fc.integer({ min: -5, max: 20 }));

/** Gives values that a schema accepts, the insane ones among them. */
export function arbitraryOf<T extends z.ZodMiniType>(schema: T): fc.Arbitrary<z.infer<T>> {
  return build(schema) as fc.Arbitrary<z.infer<T>>;
}

function build(schema: z.ZodMiniType): fc.Arbitrary<unknown> {
  const definition = definitionOf(schema);
  switch (definition.type) {
    case 'string':
      return text;
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'number':
      return isCount(definition)
        ? fc.oneof(fc.constantFrom(...COUNTS), fc.nat(6)).filter((one) => z.safeParse(schema, one).success)
        : positive(definition);
    case 'literal':
      return fc.constantFrom(...(definition.values ?? []));
    case 'enum':
      return fc.constantFrom(...Object.values(definition.entries ?? {}));
    case 'optional':
      return fc.option(build(definition.innerType as z.ZodMiniType), { nil: undefined });
    case 'array':
      return fc.array(build(definition.element as z.ZodMiniType), { maxLength: 3 });
    case 'union':
      return fc.oneof(...(definition.options ?? []).map(build));
    case 'record':
      return fc.dictionary(text, build(definition.valueType as z.ZodMiniType), { maxKeys: 2 });
    case 'pipe':
      return build(definition.out as z.ZodMiniType);
    case 'unknown':
      return fc.jsonValue({ maxDepth: 1 });
    case 'nullable':
      return fc.option(build(definition.innerType as z.ZodMiniType));
    // Dates are the only ones.
    case 'custom':
      return fc.constantFrom('1970-01-01T00:00:00Z', '2026-02-05T10:00:00Z');
    case 'lazy':
      return build((definition.getter as () => z.ZodMiniType)());
    case 'object':
      return objectOf(definition.shape ?? {});
    default:
      throw new Error(`no values for ${definition.type}`);
  }
}

/** Fields that may be left out are left out rather than undefined, as JSON has them. */
function objectOf(shape: Readonly<Record<string, z.ZodMiniType>>): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(Object.entries(shape).map(([key, field]) => [key, build(field)]));
  return fc
    .record(fields)
    .map((value) => Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)));
}

function isCount({ format }: Definition): boolean {
  return format === 'safeint';
}

function positive({ checks = [] }: Definition): fc.Arbitrary<number> {
  return checks.length > 0 ? number.map((value) => Math.abs(value)) : number;
}

/** The types of a union that tells its members apart by `type`. */
export function typesOf(union: z.ZodMiniType): readonly unknown[] {
  const { options = [] } = definitionOf(union);
  return options.map((option) => {
    const { type } = definitionOf(option).shape ?? {};
    return type && definitionOf(type).values?.[0];
  });
}

function definitionOf(schema: z.ZodMiniType): Definition {
  return schema._zod.def as unknown as Definition;
}
