// Runs before any other script of ours.
import { keepTranslatedTexts } from '@/components/ui/translated-texts';
import { askForMatrix } from '@/lib/client/matrix/early-matrix';

keepTranslatedTexts();
if (location.pathname === '/access') askForMatrix();
