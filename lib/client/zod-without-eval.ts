import { z } from 'zod';

// Zod would otherwise try, with the first schema that is made, whether it may compile text into code, which the policy
// of the pages forbids: nothing breaks by it, but each page would report a violation.
z.config({ jitless: true });
