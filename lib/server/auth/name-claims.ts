import 'server-only';

/**
 * How a provider calls somebody: `name`, else `preferred_username`, else given and family name.
 * @returns undefined when it tells none of them.
 */
export function nameClaimed(claims: Readonly<Record<string, unknown>>): string | undefined {
  const text = (name: string): string => {
    const claim = claims[name];
    return typeof claim === 'string' ? claim.replace(/\s+/g, ' ').trim() : '';
  };
  const full = `${text('given_name')} ${text('family_name')}`.trim();
  return [text('name'), text('preferred_username'), full].find((one) => one !== '');
}
