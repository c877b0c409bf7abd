// Runs before any other script of ours.
import { askForMatrix } from '@/lib/client/matrix/early-matrix';

if (location.pathname === '/access') askForMatrix();
