import { subscribeColours } from '@/components/ui/preferences';
import styles from './access-cell.module.css';

/** Measures of a switch in CSS px: those that access-cell.module.css draws it with. */
interface SwitchShape {
  height: number;
  radius: number;
}

const width = 24;
const knobRadius = 3.9;
/** A switch without access is drawn by lines. A round one looks thinner than a straight one: the knob's is wider. */
const line = 1;
const ring = { radius: 3.5, line: 1.2 };
/** Middle of the knob from the left, without and with access. */
const knobAt = { off: 7, on: 17 };
const shapes = {
  changing: { height: 14, radius: 7 },
  readOnly: { height: 12, radius: 3 },
} as const satisfies Record<string, SwitchShape>;

/**
 * Has all switches of the page drawn from two bitmaps instead of by CSS, and draws these again when the theme or the
 * resolution changes. Without a graphics card the knob's gradient costs a third of the time of a frame of scrolling
 * (docs/performance.md); the pictures take their colours from the tokens and look the same.
 * @param signal ends it.
 */
export function keepSwitchPictures(isReadOnly: boolean, signal: AbortSignal): void {
  if (signal.aborted) return;
  const sheet = new CSSStyleSheet();
  const shape = isReadOnly ? shapes.readOnly : shapes.changing;
  let drawing = 0;
  const draw = () => {
    const mine = ++drawing;
    const [off, on] = [picture(shape, false, isReadOnly), picture(shape, true, isReadOnly)];
    if (off === null || on === null) return sheet.replaceSync('');
    // Shown when they can be painted at once, so that no frame is without knobs; where they cannot, CSS goes on drawing.
    Promise.all([decoded(off), decoded(on)]).then(
      () => {
        if (mine === drawing && !signal.aborted) sheet.replaceSync(rules(off, on, isReadOnly));
      },
      () => sheet.replaceSync(''),
    );
  };
  document.adoptedStyleSheets.push(sheet);
  const unsubscribe = subscribeColours(draw);
  signal.addEventListener('abort', () => {
    unsubscribe();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((kept) => kept !== sheet);
  });
  whenResolutionChanges(draw, signal);
  draw();
}

/** Forced colours and paper have colours of their own, and keep what CSS draws. */
function rules(off: string, on: string, isReadOnly: boolean): string {
  const control = `.${styles.switch ?? ''}${isReadOnly ? '[aria-readonly]' : ''}`;
  const painted = (url: string) => `background: url(${url}) 0 0 / 100% 100% no-repeat;`;
  return `@media screen and (forced-colors: none) {
    ${control} { box-shadow: none; border-radius: 0; ${painted(off)} }
    ${control}[aria-checked='true'] { ${painted(on)} }
  }`;
}

async function decoded(url: string): Promise<void> {
  const image = new Image();
  image.src = url;
  await image.decode();
}

/**
 * A switch as a PNG in the colours and the resolution of the moment; null where the browser draws none, or does not give
 * back what was drawn, as some do against being recognised.
 */
function picture({ height, radius }: SwitchShape, isOn: boolean, isReadOnly: boolean): string | null {
  const scale = window.devicePixelRatio;
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(width * scale);
  canvas.height = Math.ceil(height * scale);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) return null;
  context.scale(canvas.width / width, canvas.height / height);
  if (isOn) {
    context.fillStyle = colour(isReadOnly ? '--color-text-faint' : '--color-accent');
    context.roundRect(0, 0, width, height, radius);
    context.fill();
    context.fillStyle = colour(isReadOnly ? '--color-surface' : '--color-on-accent');
    context.beginPath();
    context.arc(knobAt.on, height / 2, knobRadius, 0, 2 * Math.PI);
    context.fill();
  } else {
    context.strokeStyle = colour('--color-line-strong');
    context.lineWidth = line;
    context.roundRect(line / 2, line / 2, width - line, height - line, radius - line / 2);
    context.stroke();
    context.lineWidth = ring.line;
    context.beginPath();
    context.arc(knobAt.off, height / 2, ring.radius, 0, 2 * Math.PI);
    context.stroke();
  }
  return isAsDrawn(context, isOn) ? canvas.toDataURL() : null;
}

/** Whether what is read back is a switch: with access a knob of one colour, without it a ring around the empty ground. */
function isAsDrawn(context: CanvasRenderingContext2D, isOn: boolean): boolean {
  const { width: across, height: down } = context.canvas;
  const at = (x: number) =>
    [...context.getImageData(Math.floor((x * across) / width), Math.floor(down / 2), 1, 1).data].join(' ');
  const { off, on } = knobAt;
  if (isOn) return at(on) === at(on - 2) && at(on) === at(on + 2) && at(on) !== at(off);
  return at(off) === at(on) && at(off - ring.radius) !== at(on);
}

/** What a token comes to at the moment; a token itself holds both themes. */
function colour(token: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${token})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** A query of a resolution tells only that it is another now, so that the next must ask for that one. */
function whenResolutionChanges(draw: () => void, signal: AbortSignal): void {
  matchMedia(`(resolution: ${String(window.devicePixelRatio)}dppx)`).addEventListener(
    'change',
    () => {
      draw();
      whenResolutionChanges(draw, signal);
    },
    { once: true, signal },
  );
}
