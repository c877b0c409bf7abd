/**
 * Words for yes and no in files, a closed list: those that people write, and those that Excel, LibreOffice and other
 * spreadsheets put for TRUE and FALSE into a CSV, in the language of the machine. No word is in both lists.
 */
type Words = readonly [language: string, yes: string, no: string];

const written: readonly Words[] = [
  ['English', 'yes y', 'no n'],
  ['German', 'ja j', 'nein'],
  ['French', 'oui o', 'non'],
  ['Spanish', 'sí si s', 'no'],
];

const bySpreadsheets: readonly Words[] = [
  ['English', 'TRUE', 'FALSE'],
  ['Arabic', 'صواب صحيح', 'خطأ'],
  ['Armenian', 'ՃԻՇՏ ՃՇՄԱՐԻՏ', 'ՍԽԱԼ ԿԵՂԾ'],
  ['Azerbaijani', 'DOĞRU', 'YALAN'],
  ['Basque', 'EGIA EGIAZKOA EGIAZKO', 'FALTSUA FALTSU GEZURRA'],
  ['Belarusian', 'ПРАЎДА ІСЦІНА', 'ХЛУСНЯ НЯПРАЎДА'],
  ['Bosnian, Croatian, Serbian', 'ISTINA ISTINITO TAČNO TOČNO', 'LAŽ LAŽNO NEISTINA NETAČNO NETOČNO'],
  ['Bulgarian', 'ИСТИНА ВЯРНО', 'ЛЪЖА НЕВЯРНО НЕИСТИНА'],
  ['Catalan', 'CERT VERITABLE', 'FALS'],
  ['Chinese', '真', '假'],
  ['Czech, Slovak', 'PRAVDA', 'NEPRAVDA'],
  ['Danish', 'SAND SANDT', 'FALSK'],
  ['Dutch', 'WAAR', 'ONWAAR'],
  ['Estonian', 'TÕENE', 'VÄÄR'],
  ['Finnish', 'TOSI', 'EPÄTOSI'],
  ['French', 'VRAI', 'FAUX'],
  ['Galician', 'VERDADEIRO', 'FALSO'],
  ['German', 'WAHR', 'FALSCH'],
  ['Greek', 'ΑΛΗΘΕΣ ΑΛΗΘΗΣ ΑΛΗΘΈΣ ΑΛΗΘΉΣ', 'ΨΕΥΔΕΣ ΨΕΥΔΗΣ ΨΕΥΔΈΣ ΨΕΥΔΉΣ'],
  ['Hebrew', 'אמת', 'שקר'],
  ['Hindi', 'सत्य', 'असत्य'],
  ['Hungarian', 'IGAZ', 'HAMIS'],
  ['Icelandic', 'SATT', 'ÓSATT'],
  ['Indonesian, Malay', 'BENAR', 'SALAH PALSU'],
  ['Italian', 'VERO', 'FALSO'],
  ['Japanese', '真', '偽'],
  ['Kazakh', 'АҚИҚАТ ШЫН', 'ЖАЛҒАН'],
  ['Korean', '참', '거짓'],
  ['Latvian', 'PATIESS PATIESA', 'APLAMS APLAMA NEPATIESS'],
  ['Lithuanian', 'TIESA TEISINGA', 'NETIESA KLAIDINGA'],
  ['Macedonian', 'ТОЧНО ВИСТИНА', 'НЕТОЧНО НЕВИСТИНА'],
  ['Norwegian', 'SANN SANT', 'USANN USANT'],
  ['Polish', 'PRAWDA', 'FAŁSZ'],
  ['Portuguese', 'VERDADEIRO', 'FALSO'],
  ['Romanian', 'ADEVĂRAT', 'FALS'],
  ['Russian', 'ИСТИНА', 'ЛОЖЬ'],
  ['Serbian', 'ТАЧНО ИСТИНА ИСТИНИТО', 'НЕТАЧНО ЛАЖ НЕИСТИНА'],
  ['Slovenian', 'RESNIČNO RESNICA PRAV', 'NERESNIČNO NERESNICA NAPAČNO'],
  ['Spanish', 'VERDADERO', 'FALSO'],
  ['Swedish', 'SANT', 'FALSKT'],
  ['Thai', 'จริง', 'เท็จ'],
  ['Turkish', 'DOĞRU', 'YANLIŞ'],
  ['Ukrainian', 'ІСТИНА ПРАВДА', 'ХИБНІСТЬ ХИБА НЕПРАВДА'],
  ['Vietnamese', 'ĐÚNG', 'SAI'],
];

const all = [...written, ...bySpreadsheets];
const split = (words: string): string[] => words.split(' ');

/** Words that mean yes; their case does not matter. */
export const trueWords: readonly string[] = all.flatMap(([, yes]) => split(yes));
/** Words that mean no. */
export const falseWords: readonly string[] = all.flatMap(([, , no]) => split(no));
