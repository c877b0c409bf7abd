/**
 * Locales in which Node and browsers write the same numbers, percentages, dates and times: some browsers lack the data of
 * others. tests/e2e/agreed-locales.spec.ts compares them.
 */
export const agreedLocales: ReadonlySet<string> = new Set(
  [
    'en en-001 en-150 en-AE en-AT en-AU en-BE en-CA en-CH en-DE en-DK en-FI en-GB en-HK en-IE en-IL en-IN en-LU en-MY en-NL',
    'en-NZ en-PH en-SE en-SG en-ZA de de-AT de-BE de-CH de-LI de-LU fr fr-BE fr-CA fr-CH fr-LU it it-CH es es-419 es-AR',
    'es-CL es-CO es-MX es-PE es-US pt pt-PT nl nl-BE da sv nb no fi pl cs sk sl hr hu ro bg el et lv lt tr uk ru sr sr-Latn',
    'ja zh th vi id ms fil hi bn ur ta te mr gu kn ml he ar ar-AE ar-EG ar-SA fa ca af sw',
  ].flatMap((line) => line.split(' ')),
);

/** The first language of an `Accept-Language` header that the console writes in, with its region where that is known. */
export function agreedLocale(header: string): string {
  for (const part of header.slice(0, 500).split(',')) {
    const [language = '', region = ''] = (part.split(';')[0] ?? '').trim().split('-');
    const known = [`${language}-${region}`, language].find((one) => agreedLocales.has(one));
    if (known !== undefined) return known;
  }
  return 'en';
}
