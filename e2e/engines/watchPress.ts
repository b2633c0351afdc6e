type Page = {
  /** The element that `findInPage` found last. */
  found?: Element
  /** True if the press that is watched reached that element; undefined while none came. */
  wasPressed?: boolean | undefined
  watching?: AbortController
}

/**
 * Watches whether the next press reaches the element that `findInPage` found last. A press beside it, because the view moved in
 * the meantime, does nothing. Runs inside the page, so it uses nothing from outside of itself.
 */
export function watchPress(): void {
  const page = globalThis as Page
  page.wasPressed = undefined
  page.watching = new AbortController()
  const judge = (event: Event) => {
    const path = event.composedPath()
    const [hit] = path
    // A label around a field that is not drawn takes its presses.
    const takes = hit instanceof HTMLLabelElement && hit.contains(page.found ?? null)
    // Also its release: a click on what is around both is none of the element.
    page.wasPressed = page.wasPressed !== false && (takes || path.includes(page.found as Element))
    if (page.wasPressed) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
    window.addEventListener(type, judge, { capture: true, signal: page.watching.signal })
}

/** Ends the watch, inside the page. @returns whether the press reached the element; null if no press came */
export function endWatch(): boolean | null {
  const page = globalThis as Page
  page.watching?.abort()
  return page.wasPressed ?? null
}
