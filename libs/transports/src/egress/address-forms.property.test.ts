import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addressKind } from './address-kind.js';
import { AddressForbiddenError, EgressGuard } from './egress-guard.js';

/** A resolver that knows no name: what is no literal by now would have been asked of it. */
const guard = new EgressGuard({
  allow: [],
  loopback: false,
  except: [],
  resolve: async (host) => {
    throw new Error(`"${host}" was taken for a name`);
  },
});

type Bytes = readonly [number, number, number, number];
const byte = fc.integer({ min: 0, max: 255 });
const within = (...fixed: readonly fc.Arbitrary<number>[]): fc.Arbitrary<Bytes> =>
  fc.tuple(...[0, 1, 2, 3].map((at) => fixed[at] ?? byte)) as unknown as fc.Arbitrary<Bytes>;
const just = fc.constant;

/** Addresses that nobody may reach, of every network. */
const forbidden = fc.oneof(
  within(just(127)),
  within(just(10)),
  within(just(172), fc.integer({ min: 16, max: 31 })),
  within(just(192), just(168)),
  within(just(169), just(254)),
  within(just(100), fc.integer({ min: 64, max: 127 })),
  within(fc.integer({ min: 224, max: 255 })),
  within(just(0)),
  just<Bytes>([168, 63, 129, 16]),
);

const number = ([a, b, c, d]: Bytes) => ((a * 256 + b) * 256 + c) * 256 + d;
const dotted = (bytes: Bytes) => bytes.join('.');
const hex = (value: number, digits = 0) => value.toString(16).padStart(digits, '0');
const words = ([a, b, c, d]: Bytes) => `${hex(a * 256 + b)}:${hex(c * 256 + d)}`;

/** Ways to write an IPv4 address that URL parsers take for one. */
const v4Forms: readonly ((bytes: Bytes) => string)[] = [
  dotted,
  (it) => `${dotted(it)}.`,
  (it) => String(number(it)),
  (it) => `0x${hex(number(it))}`,
  (it) => `0${number(it).toString(8)}`,
  (it) => it.map((part) => `0x${hex(part)}`).join('.'),
  (it) => it.map((part) => `0${part.toString(8)}`).join('.'),
  ([a, b, c, d]) => `${a}.${b}.${c * 256 + d}`,
  ([a, b, c, d]) => `${a}.${(b * 256 + c) * 256 + d}`,
  ([a, b, c, d]) => `0x${hex(a)}.0${b.toString(8)}.${c}.${d}`,
  (it) => dotted(it).replaceAll('.', '%2e'),
  (it) => dotted(it).replaceAll('.', '\u3002'),
  (it) =>
    [...dotted(it)].map((sign) => (/\d/.test(sign) ? String.fromCodePoint(0xff10 + Number(sign)) : sign)).join(''),
];

/** Ways to carry one in an IPv6 address. */
const v6Forms: readonly ((bytes: Bytes) => string)[] = [
  (it) => `::ffff:${dotted(it)}`,
  (it) => `::ffff:${words(it)}`,
  (it) => `0:0:0:0:0:FFFF:${words(it)}`,
  (it) => `::ffff:0:${dotted(it)}`,
  (it) => `64:ff9b::${dotted(it)}`,
  (it) => `2002:${words(it)}::1`,
  (it) => `fe80::5efe:${dotted(it)}`,
  (it) => `2606:4700::200:5efe:${dotted(it)}`,
  // Teredo, whose inner address is inverted, and a NAT64 prefix of a network's own.
  (it) => `2001:0:${words(it)}::1`,
  (it) => `64:ff9b:1::${dotted(it)}`,
];

const refuses = async (host: string): Promise<boolean> =>
  guard.permitted(host, 80).then(
    () => false,
    (error: unknown) => error instanceof AddressForbiddenError,
  );

describe('an address that may not be reached', () => {
  it('is refused in every way a URL can write it, with or without a user', async () => {
    const forms = fc.constantFrom(...v4Forms);
    await fc.assert(
      fc.asyncProperty(forbidden, forms, fc.constantFrom('', 'public.example@', 'a:b@'), async (bytes, form, user) => {
        const url = URL.parse(`http://${user}${form(bytes)}:8080/x`);
        expect(url === null || (await refuses(url.hostname))).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is refused inside an IPv6 address, in brackets and with a zone', async () => {
    const forms = fc.constantFrom(...v6Forms);
    await fc.assert(
      fc.asyncProperty(forbidden, forms, fc.constantFrom('', '%eth0', '%25lo'), async (bytes, form, zone) => {
        const text = form(bytes);
        expect(await refuses(`${text}${zone}`)).toBe(true);
        const url = URL.parse(`http://[${text}]/`);
        expect(url === null || (await refuses(url.hostname))).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is, in IPv6, everything that was not given out as unicast', () => {
    const word = fc.integer({ min: 0, max: 0xffff });
    const outside = word.filter((it) => it >> 13 !== 1);
    fc.assert(
      fc.property(outside, fc.array(word, { minLength: 7, maxLength: 7 }), (first, rest) => {
        // All others that carry an IPv4 address begin with zeros or the prefix of NAT64, and are judged by it.
        fc.pre(first !== 0 && first !== 0x64 && rest[4] !== 0x5efe);
        expect(addressKind([first, ...rest].map((it) => hex(it)).join(':'))).not.toBe('public');
      }),
    );
  });
});

describe('what hands out a machine’s credentials', () => {
  const resolve = async () => ['169.254.169.254'];
  const within = (...allow: string[]) => new EgressGuard({ allow, loopback: true, except: [], resolve });

  it('is reached only when exactly its address is listed, by no network and no name', async () => {
    for (const allow of ['169.254.0.0/16', '0.0.0.0/0', '*.internal', 'metadata.internal'])
      await expect(within(allow).permitted('metadata.internal', 80)).rejects.toBeInstanceOf(AddressForbiddenError);
    await expect(within('169.254.169.254').permitted('metadata.internal', 80)).resolves.toHaveLength(1);
    await expect(within('fd00::/8').permitted('fd00:ec2::254', 80)).rejects.toBeInstanceOf(AddressForbiddenError);
  });
});
