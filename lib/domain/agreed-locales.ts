/**
 * Locales in which Node and Chromium write the same: numbers with 0 to 5 digits, shares in percent, and all dates and
 * times of the console, over a year in seven zones. Compared on Node 20.20.2 (ICU 78.2) and Chromium 156 with some
 * 140 tags; tests/e2e/agreed-locales.spec.ts compares them again. Among those that differ are ko, zh-TW, is, nn, eu, gl, cy,
 * ga, mk, ka, kk, bs and az: Chromium leaves their data out in part.
 */
export const agreedLocales: ReadonlySet<string> = new Set(
  [
    'en en-001 en-150 en-AE en-AT en-AU en-BE en-CA en-CH en-DE en-DK en-FI en-GB en-HK en-IE en-IL en-IN en-LU en-MY en-NL',
    'en-NZ en-PH en-SE en-SG en-ZA de de-AT de-BE de-CH de-LI de-LU fr fr-BE fr-CA fr-CH fr-LU it it-CH es es-419 es-AR',
    'es-CL es-CO es-MX es-PE es-US pt pt-PT nl nl-BE da sv nb no fi pl cs sk sl hr hu ro bg el et lv lt tr uk ru sr sr-Latn',
    'ja zh th vi id ms fil hi bn ur ta te mr gu kn ml he ar ar-AE ar-EG ar-SA fa ca af sw',
  ].flatMap((line) => line.split(' ')),
);

/** What is written for who reads in another language: the day before the month, hours to 24. */
const otherwise = 'en-GB';

/**
 * The locale in which a page is drawn for a reader, one of a closed list.
 * @param tag as a browser or a cookie says it; undefined is answered for what is no language tag.
 */
export function agreedLocale(tag: string | undefined): string | undefined {
  if (tag === undefined || tag.length > 100) return undefined;
  let asked: Intl.Locale;
  try {
    asked = new Intl.Locale(tag);
  } catch {
    return undefined;
  }
  const { language, script, region } = asked;
  const inScript = script === undefined ? language : `${language}-${script}`;
  // Chinese in Taiwan is no variety of what is usual for Chinese: another script.
  const isUsualScript = asked.maximize().script === new Intl.Locale(language).maximize().script;
  const wider = [
    ...(region === undefined ? [] : [`${inScript}-${region}`]),
    ...(script === undefined ? [] : [inScript]),
    ...(isUsualScript ? [language] : []),
  ];
  return wider.find((one) => agreedLocales.has(one)) ?? otherwise;
}
