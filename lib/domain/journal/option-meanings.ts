import { listed } from '@/lib/domain/counted';

/**
 * The meanings of option values, for checks and presets. A service sends an option as its caption in the language of its
 * user or environment. A caption stands here if it has one meaning in its field in all languages. Extensions add
 * options, so a service may send others.
 */
// One line a meaning, with its captions in the languages of Business Central.
// prettier-ignore
export const optionCaptions = {
  EntryType: {
    Purchase: 'Purchase|Køb|Einkauf|Compra|Achat|Acquisto|Acquisti|Inkoop|Inköp|Kjøp|Osto|Zakup|Nákup|Innkaup|Покупка|Beszerzés|Vásárlás',
    Sale: 'Sale|Salg|Verkauf|Venta|Vente|Vendita|Vendite|Verkoop|Försäljning|Myynti|Sprzedaż|Prodej|Venda|Sala|Продажа|Értékesítés|Eladás',
    'Positive Adjmt.': 'Positive Adjmt.|Opregulering|Zugang|Ajuste positivo|Positif (ajust.)|Rettifica positiva|Pos. correctie|Positiv antalsjust.|Oppjustering|Korekta dodatnia|Kladná úprava|Приход|Pozitív helyesbítés',
    'Negative Adjmt.': 'Negative Adjmt.|Nedregulering|Abgang|Ajuste negativo|Négatif (ajust.)|Rettifica negativa|Neg. correctie|Negativ antalsjust.|Nedjustering|Korekta ujemna|Záporná úprava|Negatív helyesbítés',
    Transfer: 'Transfer|Overførsel|Umlagerung|Transferencia|Transfert|Trasferimento|Overboeking|Överföring|Overføring|Siirto|Przesunięcie|Przeniesienie|Přesun|Převod|Transferência|Millifærsla|Flutningur|Перемещение|Átmozgatás|Áthelyezés',
    Consumption: 'Consumption|Forbrug|Verbrauch|Consumo|Consommation|Verbruik|Förbrukning|Forbruk|Kulutus|Zużycie|Spotřeba|Notkun|Потребление|Felhasználás',
    Output: 'Output|Afgang|Istmeldung|Salida desde fab.|Production|Utflöde|Avgang|Tuotos|Výstup|Frálag|Выход|Выпуск|Kimenet',
    'Assembly Consumption': 'Assembly Consumption|Montageforbrug|Montageverbrauch|Consumo ensamblado|Consommation d\'assemblage',
    'Assembly Output': 'Assembly Output|Montageoutput|Salida ensamblado|Résultat d\'assemblage',
  },
  ValueEntryType: {
    'Direct Cost': 'Direct Cost|Købspris|EK-Preis|Coste directo|Coût direct|Costo diretto|Directe kosten|Inköpskostnad|Kjøpspris/prod.kost|Välitön kustannus|Koszt bezpośredni|Přímé náklady|Custo direto|Custo directo|Beinn kostnaður|Прямая себестоимость|Közvetlen költség',
    Revaluation: 'Revaluation|Værdiregulering|Neubewertung|Revalorización|Réévaluation|Rivalutazione|Herwaardering|Omvärdering|Verdiregulering|Uudelleenarvostus|Przeszacowanie|Přecenění|Reavaliação|Endurmat|Переоценка|Átértékelés',
    Rounding: 'Rounding|Afrunding|Rundung|Redondeo|Arrondi|Arrotondamento|Afronding|Avrundning|Avrunding|Pyöristys|Zaokrąglenie|Zaokrouhlení|Arredondamento|Округление|Kerekítés',
    'Indirect Cost': 'Indirect Cost|Indirekte omkostning|Kosten|Coste indirecto|Coût indirect|Costo indiretto|Indirecte kosten|Indirekt kostnad|Indirekte kost|Välillinen kustannus|Koszt pośredni|Nepřímé náklady|Custo indireto|Custo indirecto|Óbeinn kostnaður|Косвенные затраты|Közvetett költség',
    Variance: 'Variance|Afvigelse|Abweichung|Desviación|Écart|Scostamento|Afwijking|Avvikelse|Avvik|Poikkeama|Odchylenie|Odchylka|Frávik|Отклонение|Eltérés',
    Total: 'Total|I alt|Gesamt|Totale|Totaal|Totalt|Yhteensä|Razem|Celkem|Samtals|Итого|Összesen',
    'Direct Cost - Non Inventory': 'Direct Cost - Non Inventory',
  },
  RecurringMethod: {
    Fixed: 'Fixed|Fast|Fest|Fijo|Fija|Fixe|Fisso|Fissa|Vast|Kiinteä|Stały|Stała|Pevný|Pevná|Fixo|Fixa|Фиксированный|Фиксированная|Rögzített',
    Variable: 'Variable|Variabel|Variabile|Muuttuva|Zmienny|Zmienna|Proměnný|Proměnná|Variável|Breytilegt|Breytileg|Переменный|Переменная|Változó',
  },
} as const satisfies Record<string, Record<string, string>>;

/** A field whose options the checks and presets read. */
export type OptionField = keyof typeof optionCaptions;
export type OptionMeaning<Field extends OptionField> = keyof (typeof optionCaptions)[Field] & string;

const comparable = (caption: string): string => caption.trim().normalize('NFC').toLowerCase();

const meanings = new Map(
  Object.entries(optionCaptions).map(([field, options]) => [
    field,
    new Map(
      Object.entries(options).flatMap(([meaning, list]) =>
        list.split('|').map((caption): [string, string] => [comparable(caption), meaning]),
      ),
    ),
  ]),
);

/** The fields whose options have meanings here. */
export const optionFields = Object.keys(optionCaptions) as OptionField[]; // the keys of the literal above

/**
 * The meaning of an option value: its English caption; '' for a blank value.
 * @param value of the service, decoded.
 * @returns null for a value that the console does not know.
 */
export function optionMeaning(field: OptionField, value: string): string | null {
  const caption = comparable(value);
  return caption === '' ? '' : (meanings.get(field)?.get(caption) ?? null);
}

const mostNamed = 3;

/** Names values that the console does not know: "Entry Type holds “Xyz” and “Abc”, which the console does not know". */
export function unknownOptionWords(label: string, values: readonly string[]): string {
  const named = values.slice(0, mostNamed).map((value) => `“${value}”`);
  const more = values.length - named.length;
  const list = listed(more > 0 ? [...named, `${String(more)} more`] : named, 'and');
  return `${label} holds ${list}, which the console does not know`;
}
