import type { Locator } from '@playwright/test';

/** How much of places of a switch, in hundredths, stands out from the ground around it by 3:1 (WCAG 1.4.11). */
interface Ink {
  middle: number;
  /** Where the knob is without access, and with it. */
  left: number;
  right: number;
  /** The most of where the line around the knob may be without access: a browser puts it on whole pixels. */
  ring: number;
  /** The most of its four corners. */
  corner: number;
}

/** Looks at a switch, or what stands for one, as it is painted, whatever paints it. */
export async function inkOf(control: Locator): Promise<Ink> {
  const box = await control.boundingBox();
  if (box === null) throw new Error('It is shown.');
  const picture = (await control.locator('xpath=..').screenshot()).toString('base64');
  return control.evaluate(
    async (_, { width, height, source }) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
      if (context === null) throw new Error('A canvas has a context.');
      context.drawImage(image, 0, 0);
      const luminance = (x: number, y: number) => {
        const [red = 0, green = 0, blue = 0] = [...context.getImageData(x, y, 1, 1).data].map((part) =>
          part <= 10 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4,
        );
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
      };
      const scale = devicePixelRatio;
      const ground = luminance(Math.round(image.width / 2), Math.round(4 * scale));
      /** Of a square; in CSS px from the middle of the switch. */
      const share = (atX: number, atY: number, size: number) => {
        let [out, all] = [0, 0];
        for (let x = -size / 2; x < size / 2; x += 1 / scale)
          for (let y = -size / 2; y < size / 2; y += 1 / scale) {
            const [left, top] = [image.width / 2 + (atX + x) * scale, image.height / 2 + (atY + y) * scale];
            const own = luminance(Math.round(left), Math.round(top));
            if (Math.max(own, ground) / Math.min(own, ground) >= 3) out++;
            all++;
          }
        return Math.round((out / all) * 100);
      };
      const [x, y] = [width / 2 - 1, height / 2 - 1];
      return {
        middle: share(0, 0, 2),
        left: share(-5, 0, 4),
        right: share(5, 0, 4),
        ring: Math.max(...[-9.5, -9, -8.5, -8, -7.5].map((at) => share(at, 0, 0.5))),
        corner: Math.max(...[-x, x].flatMap((at) => [share(at, -y, 2), share(at, y, 2)])),
      };
    },
    { ...box, source: `data:image/png;base64,${picture}` },
  );
}
