import validator from 'validator';

/** Words that announce a number which could not be recognised alone. */
const announced =
  /\b(?:ssn|social security|national id|identity (?:card|number|no)|id card|personal (?:id|number|code)|pesel|bsn|burgerservicenummer|aadhaar|dni|nif|nino|national insurance|tax ?id|tin|codice fiscale|cpf|personnummer|f[øo]dselsnummer|henkil[öo]tunnus|steuer-?id|num[ée]ro de s[ée]curit[ée])\b[^\n]{0,20}$/i;

const cards = ['PL', 'ES', 'FI', 'IN', 'IT', 'NO', 'zh-CN'] as const;
const taxes = ['de-DE', 'fr-FR', 'nl-NL', 'pt-BR', 'sv-SE', 'da-DK', 'en-GB', 'it-IT', 'es-ES', 'pl-PL'] as const;

/** Areas that were never issued, and numbers that stood in advertisements. */
const ssn = /^(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}$/;
const famousSsn = new Set(['078-05-1120', '219-09-9999', '123-45-6789']);
const cpf = /^\d{3}\.\d{3}\.\d{3}-\d{2}$/;
const chinese = /^\d{17}[\dX]$/;
const italian = /^[A-Z]{6}\d{2}[A-Z]\d{2}[A-Z]\d{3}[A-Z]$/;

/**
 * Whether a text is a person's number by its form and checksum. Forms that other numbers have as well count only where the
 * text before them says what it is.
 */
export function isNationalId(text: string, before: string): boolean {
  if (ssn.test(text)) return !famousSsn.has(text);
  if (cpf.test(text)) return validator.isTaxID(text, 'pt-BR');
  if (chinese.test(text)) return validator.isIdentityCard(text, 'zh-CN');
  if (italian.test(text)) return validator.isTaxID(text, 'it-IT');
  const compact = text.replaceAll(/[ .-]/g, '');
  if (compact.length < 8 || compact.length > 18 || !announced.test(before)) return false;
  if (/^\d{9}$/.test(compact) && /\b(?:ssn|social security)\b/i.test(before))
    return ssn.test(`${compact.slice(0, 3)}-${compact.slice(3, 5)}-${compact.slice(5)}`);
  return (
    cards.some((it) => validator.isIdentityCard(compact, it)) || taxes.some((it) => validator.isTaxID(compact, it))
  );
}
