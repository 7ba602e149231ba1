/** What a member holds by its name, letters and digits only. */
const byName: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    'secret.password': 'password passwd passphrase pwd userpassword dbpassword databasepassword adminpassword',
    'secret.api-key': 'apikey xapikey secretkey apisecret accesskeysecret secretaccesskey encryptionkey signingkey',
    'secret.private-key': 'privatekey sshkey sshprivatekey',
    'secret.token': 'accesstoken refreshtoken authtoken idtoken bearertoken sessiontoken apitoken personalaccesstoken',
    'secret.client-secret': 'clientsecret appsecret sharedsecret webhooksecret signingsecret secret',
    'secret.card-code': 'cvv cvc cvv2 cvc2 cardsecuritycode',
    'personal.national-id':
      'ssn socialsecuritynumber socialsecurity nationalid nationalidnumber nationalinsurancenumber nino pesel bsn cpf curp dni personnummer aadhaar aadhaarnumber codicefiscale steueridentifikationsnummer taxpayerid sin socialinsurancenumber',
    'personal.passport': 'passport passportnumber passportno',
    'personal.driving-licence':
      'driverslicense driverlicense driverslicensenumber driverlicensenumber drivinglicence drivinglicencenumber',
    'personal.birth-date': 'dob dateofbirth birthdate birthday',
    'personal.name':
      'firstname lastname fullname surname givenname familyname middlename maidenname cardholdername legalname',
    'personal.phone':
      'phone phonenumber mobile mobilenumber mobilephone cellphone telephone telephonenumber tel homephone workphone',
    'personal.address':
      'streetaddress homeaddress addressline1 addressline2 postaladdress mailingaddress billingaddress',
    'personal.card': 'cardnumber creditcard creditcardnumber debitcardnumber ccnumber',
    'personal.bank-account': 'bankaccount bankaccountnumber',
  }).flatMap(([found, names]) => names.split(' ').map((name) => [name, found])),
);

const maxNameLength = 60;
const maxValueLength = 4_096;

/** What texts of these classes look like; any text of a class that is not here. */
const looks: Readonly<Record<string, RegExp>> = {
  'secret.card-code': /^\d{3,4}$/,
  'personal.national-id': /^(?=.{5,30}$)[A-Za-z]{0,6}\d[A-Za-z\d ./-]{3,}$/,
  'personal.passport': /^(?=.{6,15}$)[A-Za-z]{0,3}\d[A-Za-z\d]{4,}$/,
  'personal.driving-licence': /^(?=.{5,30}$)[A-Za-z\d][A-Za-z\d -]{3,}\d[A-Za-z\d]{0,4}$/,
  'personal.birth-date': /^(?=.{6,40}$)[A-Za-z]{0,10}\.? ?\d{1,4}[-/. ]/,
  'personal.name': /^(?=.{2,80}$)\p{L}[\p{L}\p{M} .'’-]+$/u,
  'personal.phone': /^(?=.{7,25}$)\+?[\d(][\d ()./-]{5,}\d$/,
  'personal.address': /^(?=.{5,200}$)(?=[^\d]{0,100}\d).*\p{L}/u,
  'personal.card': /^(?=.{12,25}$)\d[\d -]+\d$/,
  'personal.bank-account': /^(?=.{6,40}$)[A-Za-z\d][A-Za-z\d -]{4,}\d$/,
};

const standIns =
  /^(?:string|text|null|none|n\/a|true|false|required|optional|password|secret|token|redacted|hidden|masked|unknown|test|example|[*x•.·-]{2,}|[<[{$%].*|(?:your|my|the)[ _-].*)$/iu;
const minSecret = 4;

/** Names of members repeat: what they mean is worked out once. */
const known = new Map<string, string | undefined>();
const maxKnown = 5_000;

/** The class that a member's name gives to its value; undefined when it gives none. */
export function classOfField(name: string): string | undefined {
  if (name.length > maxNameLength || name.length < 3) return undefined;
  if (known.has(name)) return known.get(name);
  if (known.size >= maxKnown) known.clear();
  const found = readName(name);
  known.set(name, found);
  return found;
}

function readName(name: string): string | undefined {
  const letters = name.replaceAll(/[^A-Za-z0-9]+/g, '').toLowerCase();
  return Object.hasOwn(byName, letters) ? byName[letters] : undefined;
}

/** Whether a name that ends in this text may have a class: by its last three letters. */
export const mayEndName = (text: string): boolean => endings.has(text.slice(-3).toLowerCase());
const endings = new Set(Object.keys(byName).map((it) => it.slice(-3)));

/** Whether a value is plausible for its member's name, and not a placeholder such as `string` or `****`. */
export function fitsField(found: string, value: string): boolean {
  if (value.length > maxValueLength) return false;
  const text = value.trim();
  if (text === '' || standIns.test(text.slice(0, 200))) return false;
  const look = looks[found];
  return look === undefined ? text.length >= minSecret : look.test(text);
}
