import 'server-only';
import type { Role } from '@/lib/contract/roles';

/** Who acts: the signed-in person of one session. */
export interface Actor {
  name: string;
  roles: readonly Role[];
  sessionId: string;
}
