/** Browsers by their own mark; the first that fits counts, because most call themselves Chrome and Safari too. */
const browsers: readonly [RegExp, string][] = [
  [/\b(?:Edg|EdgA|EdgiOS)\/(\d+)/, 'Edge'],
  [/\b(?:OPR|OPX|OPT)\/(\d+)/, 'Opera'],
  [/\bSamsungBrowser\/(\d+)/, 'Samsung Internet'],
  [/\bVivaldi\/(\d+)/, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/\bChromium\/(\d+)/, 'Chromium'],
  [/\bHeadlessChrome\/(\d+)/, 'Headless Chrome'],
  [/\b(?:Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/\bVersion\/(\d+)[\d.]*(?: Mobile\/\w+)? Safari\//, 'Safari'],
];

/** Systems by what browsers write in their brackets; phones also name the system theirs was made of. */
const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

/** Longest piece of an unknown name that is shown. */
const longest = 60;

/**
 * A `User-Agent` as people would say it: "Chrome 130 on Linux", "curl 8.5.0". What is not known is given as it is, cut
 * after 60 characters; it was chosen by the other side and proves nothing.
 */
export function agentWords(agent: string): string {
  const text = agent.trim();
  if (text === '') return 'A program that gave no name';
  const system = systems.find(([mark]) => mark.test(text))?.[1];
  for (const [mark, name] of browsers) {
    const version = mark.exec(text)?.[1];
    if (version !== undefined) return `${name} ${version}${system === undefined ? '' : ` on ${system}`}`;
  }
  const program = /^([A-Za-z][\w.-]{0,30})\/(\d[\w.-]{0,15})(?: |$)/.exec(text);
  if (program && !text.startsWith('Mozilla/')) return `${program[1] ?? ''} ${program[2] ?? ''}`;
  return text.length > longest ? `${text.slice(0, longest).trimEnd()}…` : text;
}
