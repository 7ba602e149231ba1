/** Columns whose names say that their values are about a person or secret. */
const sensitiveName =
  /mail|phone|mobile|fax|ssn|social|passport|iban|card|cvv|passw|pwd|secret|token|api_?key|salt|hash|birth|dob|salary|income|address|street|zip|postal|latitude|longitude|name$|surname|tax|login|user_?name|comment|note|message/i;

export const isSensitive = (column: string): boolean => sensitiveName.test(column);

const maxShown = 60;

/** A text in which every letter is x and every digit 9: its shape without its content. */
export const maskedText = (text: string): string => {
  const masked = text
    .slice(0, maxShown)
    .replaceAll(/\p{Lu}/gu, 'X')
    .replaceAll(/[\p{L}\p{M}]/gu, (it) => (it === 'X' ? 'X' : 'x'))
    .replaceAll(/\p{N}/gu, '9');
  return text.length > maxShown ? `${masked}…` : masked;
};

const isInstant = /^\d{4}-\d{2}-\d{2}(?:[T ][\d:.+Z-]{1,20})?$/;

/**
 * A value of a sample row. Numbers, truth values and instants stay, unless the column is sensitive; texts stay only
 * where the column has few values.
 */
export function maskedValue(value: unknown, column: string, hasFewValues: boolean): unknown {
  if (value === null || value === undefined) return null;
  const sensitive = isSensitive(column);
  if (typeof value === 'string') {
    if (!sensitive && (hasFewValues || isInstant.test(value))) return value.slice(0, maxShown);
    return maskedText(value);
  }
  if (typeof value === 'number' || typeof value === 'bigint') return sensitive ? maskedText(String(value)) : value;
  if (typeof value === 'boolean') return value;
  return maskedText(typeof value === 'object' ? JSON.stringify(value) : String(value));
}
