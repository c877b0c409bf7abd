import 'server-only';
import { roles, type Role } from '@/lib/contract/session/roles';

type Claims = Readonly<Record<string, unknown>>;

/**
 * The console's roles that a provider claims for somebody: a list of names, or one text of names with blanks or commas
 * between. Names must be exact; other names count for nothing.
 * @param name the claim, whole; where there is none of that name, each dot may lead into an object.
 * @returns undefined when there is no such claim.
 */
export function rolesClaimed(claims: Claims, name: string): Role[] | undefined {
  const claim = claimOf(claims, name);
  if (claim === undefined || claim === null) return undefined;
  const names: unknown[] =
    typeof claim === 'string' ? claim.split(/[\s,]+/) : Array.isArray(claim) ? claim : [];
  return roles.filter((role) => names.includes(role));
}

/** Own properties only: a claim called `constructor` is not what every object has. */
function claimOf(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1)) {
    const head = name.slice(0, dot);
    const inner = Object.hasOwn(claims, head) ? claims[head] : undefined;
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) continue;
    const found = claimOf(inner as Claims, name.slice(dot + 1)); // an object of a JSON document
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * How a provider calls somebody: `name`, else `preferred_username`, else given and family name.
 * @returns undefined when it tells none of them.
 */
export function nameClaimed(claims: Claims): string | undefined {
  const text = (name: string): string => {
    const claim = claims[name];
    return typeof claim === 'string' ? claim.replace(/\s+/g, ' ').trim() : '';
  };
  const full = `${text('given_name')} ${text('family_name')}`.trim();
  return [text('name'), text('preferred_username'), full].find((one) => one !== '');
}
