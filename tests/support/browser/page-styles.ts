import { afterAll, beforeAll } from 'vitest';
import css from '@/app/globals.css?inline';

/** Gives the tests of a file the styles that the console's pages have. */
export function withPageStyles(): void {
  const styles = document.createElement('style');
  beforeAll(() => {
    styles.textContent = css;
    document.head.append(styles);
  });
  afterAll(() => {
    styles.remove();
  });
}
