import type { Page } from '@playwright/test';

/** The share of the channels of two pictures of a page that differ by more than so much of 255. */
export function shareOfOthers(
  page: Page,
  pictures: readonly [Buffer, Buffer],
  tolerance: number,
): Promise<number> {
  return page.evaluate(
    async ({ texts, most }) => {
      const pixels = await Promise.all(
        texts.map(async (picture) => {
          const image = new Image();
          image.src = `data:image/png;base64,${picture}`;
          await image.decode();
          const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
          context?.drawImage(image, 0, 0);
          return context?.getImageData(0, 0, image.width, image.height).data ?? new Uint8ClampedArray();
        }),
      );
      const [a = new Uint8ClampedArray(), b = new Uint8ClampedArray()] = pixels;
      const others = a.filter((value, at) => Math.abs(value - (b[at] ?? 0)) > most).length;
      return others / Math.max(1, a.length);
    },
    { texts: pictures.map((picture) => picture.toString('base64')), most: tolerance },
  );
}
