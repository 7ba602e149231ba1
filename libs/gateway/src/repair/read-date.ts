const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Year first, so that day and month cannot be confused; and a time after it. */
const yearFirst =
  /^(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2}))?(\.\d{1,9})?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i;
const compact = /^(\d{4})(\d{2})(\d{2})$/;
const dayMonthYear = /^(\d{1,2})(?:st|nd|rd|th)?[ .-]+([a-z]{3,9})\.?,?[ -]+(\d{4})$/i;
const monthDayYear = /^([a-z]{3,9})\.? +(\d{1,2})(?:st|nd|rd|th)?,? +(\d{4})$/i;
/** Day and month by number, of which one is above 12. */
const byNumber = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/;

interface Read {
  readonly date: string;
  /** Hours, minutes, seconds and offset, as ISO 8601 writes them; undefined when no time was given. */
  readonly time: string | undefined;
}

/** A text in another notation as `date` (2026-01-31) or `date-time`; undefined when it is none, or could mean two. */
export function readDate(text: string, format: 'date' | 'date-time'): string | undefined {
  const read = dateOf(text.trim());
  if (read === undefined) return undefined;
  if (format === 'date')
    return read.time === undefined || /^00:00:00(?:\.0+)?(?:Z|[+-]|$)/.test(read.time) ? read.date : undefined;
  return read.time?.match(/(?:Z|[+-]\d{2}:\d{2})$/) ? `${read.date}T${read.time}` : undefined;
}

function dateOf(text: string): Read | undefined {
  const first = yearFirst.exec(text);
  if (first) return made(first[1], first[2], first[3], timeOf(first));
  const packed = compact.exec(text);
  if (packed) return made(packed[1], packed[2], packed[3]);
  const dayFirst = dayMonthYear.exec(text);
  if (dayFirst) return made(dayFirst[3], monthOf(dayFirst[2]), dayFirst[1]);
  const monthFirst = monthDayYear.exec(text);
  if (monthFirst) return made(monthFirst[3], monthOf(monthFirst[1]), monthFirst[2]);
  const numbers = byNumber.exec(text);
  return numbers ? unambiguous(Number(numbers[1]), Number(numbers[2]), numbers[3]) : undefined;
}

function unambiguous(a: number, b: number, year: string | undefined): Read | undefined {
  if (a > 12 && b <= 12) return made(year, b, a);
  if (b > 12 && a <= 12) return made(year, a, b);
  return a === b ? made(year, a, b) : undefined;
}

function timeOf([, , , , hours, minutes, seconds = '00', fraction = '', offset]: RegExpExecArray): string | undefined {
  if (hours === undefined) return undefined;
  const zone = offset === undefined ? '' : offset.toUpperCase().replace(/^([+-]\d{2})(\d{2})$/, '$1:$2');
  return `${hours.padStart(2, '0')}:${minutes}:${seconds}${fraction}${zone}`;
}

const monthOf = (name = ''): number => months.indexOf(name.slice(0, 3).toLowerCase()) + 1;

type Part = string | number | undefined;

/** Undefined when there is no such day. */
function made(year: Part, month: Part, day: Part, time?: string): Read | undefined {
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  // Years before 100 would be read as those of the last century.
  if (at.getUTCFullYear() !== Number(year)) return undefined;
  if (at.getUTCMonth() !== Number(month) - 1 || at.getUTCDate() !== Number(day)) return undefined;
  return { date: at.toISOString().slice(0, 10), time };
}
