// Runs before any other script of ours; its own imports run in this order.
import '@/lib/client/zod-without-eval';
import { askForMatrix } from '@/lib/client/matrix/early-matrix';

if (location.pathname === '/access') askForMatrix();
