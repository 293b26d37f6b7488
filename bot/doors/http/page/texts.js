// The page's sentences in its language. They stand in the code in English, as the arguments of `t`, `plural` and `mark`;
// a catalogue {language, direction, plurals, texts} from the server holds those of another language. Both pages serve a
// copy of this file.

const ENGLISH = { language: "en", direction: "ltr", plurals: {}, texts: {} };
const PLACEHOLDER = /\{(\w+)\}/;
let catalogue = ENGLISH;
let rules = new Intl.PluralRules("en");

// Speaks a catalogue's language from now on; English without one.
export function speak(spoken) {
  catalogue = spoken ?? ENGLISH;
  rules = new Intl.PluralRules(catalogue.language);
  Object.assign(document.documentElement, { lang: catalogue.language, dir: catalogue.direction });
}

// The language for dates and numbers, with the digits that the chat has: 25 Nov 2026 in English.
export const locale = () => `${catalogue.language === "en" ? "en-GB" : catalogue.language}-u-nu-latn`;

// Returns a sentence, which is extracted here and translated by `t` where it is shown.
export const mark = (sentence) => sentence;

export function t(sentence, values) {
  const said = catalogue.texts[sentence] ?? sentence;
  return values ? filled(said, values).join("") : said;
}

// Returns the form for a count, which is `{count}` in it.
export function plural(one, many, count, values) {
  const forms = catalogue.texts[one] ?? [one, many];
  const place = catalogue.plurals[rules.select(count)] ?? Number(count !== 1);
  return filled(forms[place] ?? forms.at(-1), { count: number(count), ...values }).join("");
}

// Returns a sentence's pieces, with the values in their places, which may be elements.
export function filled(sentence, values) {
  return sentence.split(PLACEHOLDER).map((piece, place) => (place % 2 ? (values[piece] ?? `{${piece}}`) : piece));
}

export const number = (value, options) => new Intl.NumberFormat(locale(), options).format(value);
