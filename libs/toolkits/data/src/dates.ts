import { Refusal } from '@assay/kit';
import { DateTime, type DateTimeUnit, Duration, IANAZone } from 'luxon';
import { z } from 'zod';
import { dataTool } from './data-tool.js';

const units = ['years', 'quarters', 'months', 'weeks', 'days', 'hours', 'minutes', 'seconds', 'milliseconds'] as const;
const amount = z.number().min(-1e12).max(1e12).optional();

const input = z.strictObject({
  action: z.enum(['convert', 'add', 'difference', 'format', 'parse', 'range']),
  at: z
    .union([z.string().max(100), z.number()])
    .describe('An ISO 8601 date or time (for parse: the text); a number is milliseconds since 1970'),
  to: z
    .union([z.string().max(100), z.number()])
    .optional()
    .describe('For difference and range: the end'),
  zone: z
    .string()
    .max(100)
    .default('UTC')
    .describe(
      'IANA zone such as Europe/Berlin, in which the result is given, and in which times without an offset are read',
    ),
  add: z
    .strictObject(Object.fromEntries(units.map((it) => [it, amount])) as Record<(typeof units)[number], typeof amount>)
    .optional(),
  unit: z.enum(units).default('days').describe('For difference and range'),
  format: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('For format and parse: such as dd.MM.yyyy HH:mm, cccc d LLLL yyyy'),
  locale: z.string().max(35).default('en').describe('For names of months and days: such as de or pt-BR'),
});
type Input = z.output<typeof input>;

const moment = z.object({
  iso: z.string(),
  utc: z.string(),
  epochMs: z.number(),
  zone: z.string(),
  offset: z.string(),
  weekday: z.string(),
  isoWeek: z.string(),
  dayOfYear: z.int(),
});

const output = z.object({
  moment: moment.optional().describe('Of convert, add, parse and format'),
  text: z.string().optional().describe('Of format'),
  difference: z.object({ amount: z.number(), unit: z.enum(units), iso: z.string() }).optional(),
  dates: z.array(z.string()).optional().describe('Of range: at most 1,000'),
  note: z.string().optional().describe('When a local time does not exist or exists twice (change of the clocks)'),
});

/** Dates and times in a range. */
const maxDates = 1_000;

function zoneOf({ zone }: Input): string {
  if (zone === 'UTC' || IANAZone.isValidZone(zone)) return zone;
  throw new Refusal(`"${zone.slice(0, 80)}" is not an IANA time zone. Use one such as Europe/Berlin or UTC.`);
}

function read(given: string | number, zone: string): DateTime {
  const isIso = typeof given === 'string';
  const found = isIso ? DateTime.fromISO(given, { zone, setZone: false }) : DateTime.fromMillis(given, { zone });
  if (found.isValid) return found;
  const advice = 'Use ISO 8601, such as 2026-03-29 or 2026-03-29T14:30:00+02:00, or parse it with a format.';
  throw new Refusal(
    `"${String(given).slice(0, 80)}" is not a date: ${found.invalidExplanation ?? 'out of range'}. ${advice}`,
  );
}

function momentOf(at: DateTime): z.output<typeof moment> {
  return {
    iso: at.toISO() ?? '',
    utc: at.toUTC().toISO() ?? '',
    epochMs: at.toMillis(),
    zone: at.zoneName ?? 'UTC',
    offset: at.toFormat('ZZ'),
    weekday: at.setLocale('en').weekdayLong ?? '',
    isoWeek: at.toISOWeekDate()?.slice(0, 8) ?? '',
    dayOfYear: at.ordinal,
  };
}

/** What a change of the clocks makes of a local time that was given without an offset. */
function noteOn(given: string | number, at: DateTime): string | undefined {
  if (typeof given !== 'string' || !/T\d/.test(given) || /(?:Z|[+-]\d\d:?\d\d)$/i.test(given)) return undefined;
  if (!given.startsWith(at.toFormat("yyyy-MM-dd'T'HH")))
    return 'This local time does not exist: the clocks were put forward. The next valid time is used.';
  const [first, second] = at.getPossibleOffsets();
  return second === undefined || first === undefined
    ? undefined
    : `This local time exists twice: ${first.toISO()} and ${second.toISO()}. The ${first.offset === at.offset ? 'first' : 'second'} is used.`;
}

function parsed({ at, format, locale }: Input, zone: string): DateTime {
  if (format === undefined) throw new Refusal('To parse, give the format, such as dd.MM.yyyy.');
  const found = DateTime.fromFormat(String(at), format, { zone, locale });
  if (found.isValid) return found;
  throw new Refusal(`"${String(at).slice(0, 80)}" does not have the format ${format}: ${found.invalidExplanation}.`);
}

function between(asked: Input, zone: string): { readonly from: DateTime; readonly to: DateTime } {
  if (asked.to === undefined) throw new Refusal(`For ${asked.action}, give the end in "to".`);
  return { from: read(asked.at, zone), to: read(asked.to, zone) };
}

function range(asked: Input, zone: string): string[] {
  const { from, to } = between(asked, zone);
  const dates: string[] = [];
  const hasTime =
    asked.unit === 'hours' || asked.unit === 'minutes' || asked.unit === 'seconds' || asked.unit === 'milliseconds';
  for (let at = from; at <= to; at = from.plus({ [asked.unit]: dates.length })) {
    if (dates.length === maxDates) throw new Refusal(`The range has more than ${maxDates} dates. Use a larger unit.`);
    dates.push((hasTime ? at.toISO() : at.toISODate()) ?? '');
  }
  return dates;
}

type Output = z.output<typeof output>;

function added(asked: Input, at: DateTime): DateTime {
  const amounts = Object.entries(asked.add ?? {}).filter(([, it]) => it !== undefined);
  if (amounts.length === 0) throw new Refusal('To add, give amounts, such as add: {"days": 30}.');
  const found = at.plus(Duration.fromObject(Object.fromEntries(amounts)));
  if (!found.isValid) throw new Refusal('The result is outside the calendar.');
  return found;
}

function computed(asked: Input, zone: string): Output {
  switch (asked.action) {
    case 'difference': {
      const { from, to } = between(asked, zone);
      const span = to.diff(from, asked.unit as DateTimeUnit as 'days');
      return {
        difference: {
          amount: span.as(asked.unit),
          unit: asked.unit,
          iso: to.diff(from, ['days', 'hours', 'minutes', 'seconds']).toISO() ?? '',
        },
      };
    }
    case 'range':
      return { dates: range(asked, zone) };
    case 'parse':
      return { moment: momentOf(parsed(asked, zone)) };
    case 'format': {
      const at = read(asked.at, zone);
      if (asked.format === undefined) throw new Refusal('To format, give the format, such as dd.MM.yyyy.');
      return { moment: momentOf(at), text: at.setLocale(asked.locale).toFormat(asked.format) };
    }
    default: {
      const at = read(asked.at, zone);
      const note = noteOn(asked.at, at);
      return { moment: momentOf(asked.action === 'add' ? added(asked, at) : at), ...(note !== undefined && { note }) };
    }
  }
}

export const dates = dataTool({
  name: 'dates',
  title: 'Work with dates',
  description:
    'Convert between time zones, add amounts, measure differences, format, parse and list dates, with the IANA zones and their changes of the clock. It has no present time: pass it in.',
  input,
  output,
  compute(asked) {
    const structured = computed(asked, zoneOf(asked));
    const { text, moment: at, difference, dates: list } = structured;
    const said = text ?? at?.iso ?? (difference ? `${difference.amount} ${difference.unit}` : (list ?? []).join('\n'));
    return { structured, text: structured.note === undefined ? said : `${said}\n${structured.note}` };
  },
});
