/** A press so many px beside the middle of a control; it lands on what it is dispatched at. */
export function pressBeside(control: Element, pointerType: string, beside: number): PointerEvent {
  const { left, top, width, height } = control.getBoundingClientRect();
  return new PointerEvent('click', {
    ...{ bubbles: true, cancelable: true, detail: 1, pointerType },
    clientX: left + width / 2 + beside,
    clientY: top + height / 2,
  });
}
