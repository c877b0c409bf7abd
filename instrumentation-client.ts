import { z } from 'zod';

// Runs before any other script of ours. Zod would otherwise try whether it may compile text into code, which the
// policy of the pages forbids: nothing breaks by it, but each page would report a violation.
z.config({ jitless: true });
