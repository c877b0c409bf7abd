import { expect, it, onTestFinished } from 'vitest';
import { keepPlace, placeLeft } from '@/components/ui/scroll-place';

it('a list has the place where it was left, also where the next was drawn before the address changed', async () => {
  const scroller = document.createElement('div');
  scroller.style.cssText = 'height: 100px; overflow: auto';
  scroller.innerHTML = '<div style="height: 5000px"></div>';
  document.body.append(scroller);
  let list = 'page 7';
  const end = keepPlace(scroller, 'grid', () => list);
  onTestFinished(() => {
    end();
    scroller.remove();
  });
  const scroll = (top: number) => {
    const scrolled = new Promise((done) => scroller.addEventListener('scroll', done, { once: true }));
    scroller.scrollTop = top;
    return scrolled;
  };
  await scroll(2_598);
  list = 'page 8';
  scroller.scrollTop = 0;
  history.pushState(null, '', '?page=8');
  await scroll(300);
  expect(placeLeft('grid', 'page 7')).toBeNull();
  const isBack = new Promise((done) => addEventListener('popstate', done, { once: true }));
  history.back();
  await isBack;
  expect(placeLeft('grid', 'page 7')).toMatchObject({ top: 2_598 });
  expect(placeLeft('grid', 'page 9')).toBeNull();
});
