/** The text of UTF-8 content without control characters; null for anything else. */
export function plainTextOf(content: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(content);
    return /[^\P{Cc}\t\n\r\f]/u.test(text) ? null : text;
  } catch {
    return null;
  }
}
