import 'server-only';
import { roles, type Role } from '@/lib/contract/session/roles';

type Claims = Readonly<Record<string, unknown>>;

/** The exact role names in a claim; undefined without it. @param name its name, or a path of names with dots. */
export function rolesClaimed(claims: Claims, name: string): Role[] | undefined {
  const claim = claimOf(claims, name);
  if (claim === undefined || claim === null) return undefined;
  const names: unknown[] =
    typeof claim === 'string' ? claim.split(/[\s,]+/) : Array.isArray(claim) ? claim : [];
  return roles.filter((role) => names.includes(role));
}

/** Own properties only: an object inherits `constructor`. */
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

/** `name`, else `preferred_username`, else given and family name; undefined without all of them. */
export function nameClaimed(claims: Claims): string | undefined {
  const text = (name: string): string => {
    const claim = claims[name];
    return typeof claim === 'string' ? claim.replace(/\s+/g, ' ').trim() : '';
  };
  const full = `${text('given_name')} ${text('family_name')}`.trim();
  return [text('name'), text('preferred_username'), full].find((one) => one !== '');
}
