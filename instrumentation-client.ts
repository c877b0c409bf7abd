// Runs before any other script of ours.
import { keepTranslatedTexts } from '@/components/ui/translated-texts';

keepTranslatedTexts();
