/**
 * In the page: waits for the next click, then for an element that is on the screen and at least half opaque, also in the modal.
 *
 * @returns ms from the click to the frame after the one in which it was found, when it is painted.
 */
export function watchClick({
  minWidth = 1,
  selector,
  text = '',
}: {
  /** CSS px. @default 1 */
  minWidth?: number
  selector: string
  /** The element's text. @default any */
  text?: string
}): Promise<number> {
  const find = (root: Document | ShadowRoot): Element | undefined => {
    for (const element of root.querySelectorAll(`${selector}, foyer-modal`)) {
      if (element.shadowRoot) {
        const inside = find(element.shadowRoot)
        if (inside) return inside
      } else if (element.matches(selector) && element.textContent?.includes(text)) {
        if (element.getBoundingClientRect().width >= minWidth) return element
      }
    }
    return undefined
  }
  const isVisible = (element: Element) => {
    const { bottom, height, left, right, top } = element.getBoundingClientRect()
    if (!element.checkVisibility({ checkVisibilityCSS: true }) || height === 0) return false
    if (top < 0 || left < 0 || bottom > innerHeight || right > innerWidth) return false
    let opacity = 1
    for (let at: Element | null = element; at; ) {
      opacity *= Number(getComputedStyle(at).opacity)
      const parent: Node | null = at.parentNode
      at = parent instanceof ShadowRoot ? parent.host : (parent as Element | null)
      if (!(at instanceof Element)) break
    }
    return opacity >= 0.5
  }
  return new Promise((resolve) => {
    window.addEventListener(
      'click',
      (event) => {
        const look = () => {
          const element = find(document)
          if (!element || !isVisible(element)) return requestAnimationFrame(look)
          return requestAnimationFrame(() => resolve(performance.now() - event.timeStamp))
        }
        requestAnimationFrame(look)
      },
      { capture: true, once: true },
    )
  })
}
